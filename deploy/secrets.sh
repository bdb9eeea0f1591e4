#!/bin/sh
# Writes the secrets that the kit needs into .env of the working directory. What is set there stays, so a second run changes nothing.
set -eu
umask 077
touch .env

# Bytes from the system as hexadecimal digits or base64: a password in a URL must not need escaping.
hex() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
base64_of() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }

keep() {
  if grep -q "^$1=." .env; then
    echo "$1 is in .env already"
  else
    # A file that ends without a line end would swallow the first name.
    if [ -s .env ] && [ -n "$(tail -c 1 .env)" ]; then echo >> .env; fi
    printf '%s=%s\n' "$1" "$2" >> .env
    echo "$1 is new in .env"
  fi
}

# Of the superuser, and of the roles by which Postern's processes and PostgREST log in.
for name in POSTGRES GATEWAY ADMIN WORKER AUDITOR AUTHENTICATOR; do
  keep "${name}_PASSWORD" "$(hex 24)"
done
keep SVC_JWT_SECRET "$(base64_of 48)"
keep SVC_SECURITY_PEPPER "1:$(base64_of 32)"
