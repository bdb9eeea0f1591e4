#!/bin/sh
# Reads .env of the working directory and writes /etc/postern/*.env (or into the folder that is named), one for each unit, and nginx.conf,
# the site of the proxy. A unit gets the secrets that it uses and no other's; gateway and worker share those of SMS, of the hooks send_* and
# after_user_created, and of OTLP. Postern's own secrets are files of one value each, in a folder of its unit, which hands them on as credentials. What stands there stays: a file of yours is yours. systemd reads them before it gives its rights up.
set -eu
target=${1:-/etc/postern}
kit=$(dirname "$0")/..
umask 077
mkdir -p "$target"
# Not as a script: a value may hold anything.
for name in POSTGRES_PASSWORD GATEWAY_PASSWORD ADMIN_PASSWORD WORKER_PASSWORD AUDITOR_PASSWORD AUTHENTICATOR_PASSWORD \
  SVC_JWT_SECRET SVC_SECURITY_PEPPER SVC_SITE_URL SVC_API_EXTERNAL_URL SVC_SMTP_HOST SVC_SMTP_PORT SVC_SMTP_ADMIN_EMAIL; do
  value=$(sed -n "s/^$name=//p" .env | tail -n 1)
  eval "$name=\$value"
done

keep_file() {
  if [ -e "$target/$1" ]; then
    cat > /dev/null
    echo "$target/$1 is there already"
  else
    cat > "$target/$1"
    echo "$target/$1 is new"
  fi
}
keep() { keep_file "$1.env"; }
# UNIT NAME VALUE
secret() {
  mkdir -p "$target/$1"
  printf '%s\n' "$3" | keep_file "$1/$2"
}

# Without a mail server the mails go to the catcher, which may not take port 587.
if [ -z "$SVC_SMTP_HOST" ]; then SVC_SMTP_PORT=${SVC_SMTP_PORT:-1025}; fi

# What settings() or a file of its own gives, and what differs by unit.
HANDLED='SVC_JWT_SECRET\|SVC_SECURITY_PEPPER\|SVC_JWT_AUD\|SVC_JWT_DEFAULT_GROUP_NAME\|SVC_SITE_URL\|SVC_API_EXTERNAL_URL'
HANDLED="$HANDLED\|SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED\|SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL\|SVC_RATE_LIMIT_HEADER"
HANDLED="$HANDLED\|SVC_SMTP_HOST\|SVC_SMTP_PORT\|SVC_SMTP_ADMIN_EMAIL\|SVC_API_HOST"

# What the worker alone uses, and what the gateway alone does.
OF_WORKER='SMTP_USER\|SMTP_PASS\|SMTP_URLS'
OF_GATEWAY='SECURITY_CAPTCHA_[A-Z]*\|JWT_VALID_METHODS'
# The worker signs the logout tokens of OAuth clients.
grep -q '^SVC_OAUTH_SERVER_ENABLED=true$' .env || OF_GATEWAY="$OF_GATEWAY\|JWT_KEYS"
OF_GATEWAY="$OF_GATEWAY\|HOOK_\(CUSTOM_ACCESS_TOKEN\|[A-Z]*_VERIFICATION_ATTEMPT\|BEFORE_USER_CREATED\)_[A-Z]*"
OF_GATEWAY="$OF_GATEWAY\|EXTERNAL_[A-Z0-9_]*_\(ENABLED\|CLIENT_ID\|SECRET\|REDIRECT_URI\|URL\|API_URL\|SKIP_NONCE_CHECK\|EMAIL_OPTIONAL\)"

# settings NAMES: without these names, as a pattern.
settings() {
  cat <<ENV
SVC_JWT_AUD=authenticated
SVC_JWT_DEFAULT_GROUP_NAME=authenticated
SVC_SITE_URL=${SVC_SITE_URL:-http://localhost:3000}
SVC_API_EXTERNAL_URL=${SVC_API_EXTERNAL_URL:-http://localhost:8080}
SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED=true
SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10
SVC_RATE_LIMIT_HEADER=X-Forwarded-For
SVC_SMTP_HOST=${SVC_SMTP_HOST:-127.0.0.1}
SVC_SMTP_PORT=${SVC_SMTP_PORT:-587}
SVC_SMTP_ADMIN_EMAIL=${SVC_SMTP_ADMIN_EMAIL:-auth@example.com}
ENV
  # And every other setting of Postern's that .env holds, as it stands there: the login at the mail server, external providers.
  grep '^\(SVC\|GOTRUE\|OTEL\)_[A-Z0-9_]*=.' .env | grep -v "^\($HANDLED\)=" |
    grep -v "^\(SVC\|GOTRUE\)_\($1\)\(_FILE\)*=" || true
}

database() {
  cat <<ENV
PGHOST=127.0.0.1
PGPORT=5432
PGDATABASE=postern
ENV
}

# It needs no other setting.
keep migrate < /dev/null
secret migrate DATABASE_URL_MIGRATE "postgres://postgres:$POSTGRES_PASSWORD@127.0.0.1:5432/postern"

keep roles <<ENV
$(database)
PGUSER=postgres
PGPASSWORD=$POSTGRES_PASSWORD
GATEWAY_PASSWORD=$GATEWAY_PASSWORD
ADMIN_PASSWORD=$ADMIN_PASSWORD
WORKER_PASSWORD=$WORKER_PASSWORD
AUDITOR_PASSWORD=$AUDITOR_PASSWORD
AUTHENTICATOR_PASSWORD=$AUTHENTICATOR_PASSWORD
ENV

keep pgbouncer <<ENV
$(database)
LISTEN_PORT=6432
GATEWAY_PASSWORD=$GATEWAY_PASSWORD
ADMIN_PASSWORD=$ADMIN_PASSWORD
WORKER_PASSWORD=$WORKER_PASSWORD
ENV

keep gateway <<ENV
$(settings "$OF_WORKER")
SVC_API_HOST=127.0.0.1
PORT=8081
ENV
secret gateway DATABASE_URL_GATEWAY "postgres://auth_gateway:$GATEWAY_PASSWORD@127.0.0.1:6432/postern"
secret gateway DATABASE_URL_ADMIN "postgres://auth_admin:$ADMIN_PASSWORD@127.0.0.1:6432/postern"

keep worker <<ENV
$(settings "$OF_GATEWAY")
ENV
secret worker DATABASE_URL_WORKER "postgres://auth_worker:$WORKER_PASSWORD@127.0.0.1:6432/postern"
secret worker DATABASE_URL_LISTEN "postgres://auth_worker:$WORKER_PASSWORD@127.0.0.1:5432/postern"
for unit in gateway worker; do
  secret $unit SVC_JWT_SECRET "$SVC_JWT_SECRET"
  secret $unit SVC_SECURITY_PEPPER "$SVC_SECURITY_PEPPER"
done

keep postgrest <<ENV
PGRST_DB_URI=postgres://authenticator:$AUTHENTICATOR_PASSWORD@127.0.0.1:5432/postern
PGRST_DB_SCHEMAS=public
PGRST_DB_ANON_ROLE=anon
PGRST_JWT_SECRET=$SVC_JWT_SECRET
PGRST_SERVER_HOST=127.0.0.1
PGRST_SERVER_PORT=3000
ENV

keep mail <<ENV
MP_SMTP_BIND_ADDR=127.0.0.1:${SVC_SMTP_PORT:-1025}
MP_UI_BIND_ADDR=127.0.0.1:8025
ENV

# What nginx's image does for compose. Port 8080 of this machine: the proxy that speaks TLS comes before it.
sed -e 's|${LISTEN}|127.0.0.1:8080|' -e 's|${GATEWAY}|127.0.0.1:8081|' -e 's|${POSTGREST}|127.0.0.1:3000|' \
  -e 's|${NGINX_LOCAL_RESOLVERS}|127.0.0.1|' "$kit/nginx.conf.template" | keep_file nginx.conf
