#!/bin/sh
# Writes PgBouncer's configuration out of its environment and becomes PgBouncer, in transaction mode.
# Only Postern's three login roles pass, each to the one database. PostgREST has a pool of its own, and what listens or migrates
# needs the server itself.
set -eu
umask 077
folder=${PGBOUNCER_FOLDER:-/tmp}

cat > "$folder/users.txt" <<USERS
"auth_gateway" "$GATEWAY_PASSWORD"
"auth_admin" "$ADMIN_PASSWORD"
"auth_worker" "$WORKER_PASSWORD"
USERS

cat > "$folder/pgbouncer.ini" <<INI
[databases]
postern = host=$PGHOST port=$PGPORT dbname=$PGDATABASE

[pgbouncer]
listen_addr = ${LISTEN_HOST:-0.0.0.0}
listen_port = ${LISTEN_PORT:-6432}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $folder/users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
ignore_startup_parameters = extra_float_digits, statement_timeout
INI

exec pgbouncer "$folder/pgbouncer.ini"
