# Short names for what is done often; everything here is a command that works without make.
.PHONY: up test long check format lock

up:        ; python3 manage.py up
test:      ; python3 manage.py test
long:      ; python3 manage.py test --long
check:     ; python3 manage.py test tests/test_quality.py tests/test_layout.py
format:    ; .venv/bin/ruff format . && .venv/bin/ruff check --fix .

# New versions of everything that is installed; needs uv.
COMPILE = uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 pyproject.toml --extra build
LOCK = $(COMPILE) --extra server
BENCH = $(COMPILE) --extra bench --extra train
lock:
	$(LOCK) -o requirements.txt
	$(LOCK) --extra test -o requirements-test.txt
	$(BENCH) -o requirements-bench.txt
