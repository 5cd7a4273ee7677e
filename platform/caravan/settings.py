"""Settings of the site and of the desk workers; every choice of an installation comes from the environment.

Play workers never load this module: they know neither the database nor the secret key.
"""

from __future__ import annotations

import os

from caravan import keys, logs, mail
from caravan.environment import (
    DATA,
    HEARTBEAT,
    LEASE,
    PROXIES,
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
CARAVAN_WEBHOOKS_LOOPBACK = flag("CARAVAN_WEBHOOKS_LOOPBACK")
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
    "rest_framework",
    "drf_spectacular",
    "caravan",
    "tournaments",
]
MIDDLEWARE = [
    "caravan.web.middleware.files_beside_the_loop",
    "caravan.web.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "caravan.web.middleware.no_null_characters",
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
                "caravan.web.appearance.look",
                "caravan.web.spoilers.told",
            ],
        },
    },
]

DATABASES = {"default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA / 'caravan.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = ["caravan.web.accounts.Backend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 3 * 3600
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_ADAPTER = "caravan.web.accounts.Adapter"
ACCOUNT_FORMS = {"login": "caravan.web.accounts.SignInForm", "signup": "caravan.web.accounts.SignUpForm"}
ACCOUNT_USERNAME_VALIDATORS = "caravan.web.accounts.USERNAMES"
ACCOUNT_USERNAME_BLACKLIST = ["house", "caravan", "admin", "organiser"]  # who owns a bot must not mislead
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"] if mail.HOST else ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if mail.HOST else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = bool(mail.HOST)
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Caravan: "
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
CARAVAN_MAIL = bool(mail.HOST)
CARAVAN_ADDRESS = mail.ADDRESS
CARAVAN_CONTACT = os.environ.get("CARAVAN_CONTACT", "")  # whom people may ask, say an e-mail address
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if mail.HOST else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = mail.HOST, mail.PORT
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = mail.USER, mail.PASSWORD
EMAIL_USE_TLS, EMAIL_USE_SSL = mail.TLS == "start", mail.TLS == "full"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = mail.FROM

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "caravan.api.authentication.Bearer",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["caravan.api.scopes.Scoped"],
    "DEFAULT_THROTTLE_CLASSES": ["caravan.throttles.Nobody", "caravan.throttles.Somebody"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["caravan.api.fields.Json"],
    "DEFAULT_PAGINATION_CLASS": "caravan.api.pages.Cursors",
    "DEFAULT_SCHEMA_CLASS": "caravan.api.schema.Schema",
    "EXCEPTION_HANDLER": "caravan.api.errors.answer",
    "NON_FIELD_ERRORS_KEY": "",
    "NUM_PROXIES": PROXIES,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Caravan",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "caravan.api.lines.with_streams",
        "caravan.api.schema.with_problems",
    ],
    "ENUM_NAME_OVERRIDES": {
        "FixtureState": "tournaments.models.Fixture.State",
        "VersionState": "tournaments.models.Version.State",
        "EntryState": "tournaments.models.Entry.State",
        "DeliveryState": "tournaments.models.Delivery.State",
        "WebhookEvent": "tournaments.models.Webhook.Event",
    },
}

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
