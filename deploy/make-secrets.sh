#!/bin/sh
# Makes random passwords for compose.yaml in deploy/secrets/, once, and empty files for more settings. Only you can open the folder; its files are readable,
# because the programs in the containers run as another user.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir secrets
for name in billing console test-console; do
  [ -e "$name.env" ] || : > "$name.env"
done
cd secrets
for name in postgres billing console billing_test console_test; do
  head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' > "${name}_password"
done
for name in billing console billing_test console_test; do
  printf 'postgres://%s:%s@postgres:5432/%s\n' "$name" "$(cat "${name}_password")" "$name" > "${name}_database_url"
done
chmod 644 ./*
