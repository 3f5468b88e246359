#!/bin/sh
# Runs once in the container of PostgreSQL: a role and a database for each program, also of a test environment that may come
# later.
set -eu
for name in billing console billing_test console_test; do
  psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set name="$name" \
    --set password="$(cat "/run/secrets/${name}_password")" <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke connect on database :"name" from public;
SQL
done
