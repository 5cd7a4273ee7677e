# One image for the site, the desk, its clock and the play workers; docker-compose.yml says which is which.
FROM python:3.13-slim

RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap libseccomp2 nodejs util-linux \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 64200 --create-home caravan

WORKDIR /srv/caravan
ENV PIP_NO_CACHE_DIR=1 PYTHONUNBUFFERED=1 PATH=/srv/caravan/.venv/bin:$PATH
COPY manage.py pyproject.toml requirements.txt README.md ./
RUN python -c "import manage; manage.prepare(manage.ROOT / 'requirements.txt')"

COPY . .
ENV CARAVAN_DATA=/data CARAVAN_STATIC=/srv/static CARAVAN_COLLECTED=true
RUN install -d -o caravan /data /data/versions \
 && CARAVAN_SECRET_KEY=build python manage.py collectstatic --no-input
USER caravan
VOLUME /data
EXPOSE 8000
CMD ["uvicorn", "caravan.asgi:application", "--host", "0.0.0.0", "--proxy-headers", "--timeout-graceful-shutdown", "5"]
