"""Settings of the site and of the desk workers; every choice of an installation comes from the environment.

Play workers never load this module: they know neither the database nor the secret key.
"""

from __future__ import annotations

import os

from caravan import keys, logs
from caravan.environment import (
    DATA,
    HEARTBEAT,
    LEASE,
    REDIS_URL,
    RING_AGAIN,
    STATIC,
    STORE,
    database,
    flag,
    names,
)

DEBUG = flag("CARAVAN_DEBUG")
SECRET_KEY = os.environ.get("CARAVAN_SECRET_KEY") or keys.kept(DATA / "secret-key")
ALLOWED_HOSTS = names("CARAVAN_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = names("CARAVAN_ORIGINS", "")

CARAVAN_DATA = DATA
CARAVAN_STORE = STORE
CARAVAN_LEASE = LEASE
CARAVAN_HEARTBEAT = HEARTBEAT
CARAVAN_RING_AGAIN = RING_AGAIN
CARAVAN_REDIS_URL = REDIS_URL
CARAVAN_METRICS_TOKEN = os.environ.get("CARAVAN_METRICS_TOKEN") or ""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "caravan.web",  # before allauth, whose templates it replaces
    "allauth",
    "allauth.account",
    "django_htmx",
    "caravan",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "caravan.web.middleware.security_headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "caravan.web.middleware.banned_only_look",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "caravan.urls"
ASGI_APPLICATION = "caravan.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA / 'caravan.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {"login": "caravan.web.accounts.SignInForm"}
ACCOUNT_USERNAME_VALIDATORS = "caravan.web.accounts.USERNAMES"
ACCOUNT_USERNAME_BLACKLIST = ["house", "caravan", "admin", "organiser"]  # who owns a bot must not mislead
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = os.environ.get("CARAVAN_EMAIL_VERIFICATION") or "none"
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
CARAVAN_MAIL = bool(host := os.environ.get("CARAVAN_EMAIL_HOST"))
if host:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = host

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False

STATIC_URL = "static/"
COLLECTED = flag("CARAVAN_COLLECTED")  # with `collectstatic`: hashed names, compressed, cached for ever
STATIC_ROOT = STATIC if COLLECTED else None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "caravan.web.storage.StaticStorage"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not COLLECTED
MEDIA_ROOT = DATA / "media"

HTTPS = flag("CARAVAN_HTTPS")  # set behind a proxy that speaks TLS and sends X-Forwarded-Proto
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LOGGING = logs.configuration()
