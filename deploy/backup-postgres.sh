#!/bin/sh
# Backs up the PostgreSQL databases of Ktima's settings into a folder, by default /backups: a dump of
# each, its checksum beside it, and the record that the metrics and `ktima check` read. Keeps two
# weeks. It needs pg_dump of the server's version or a later one, and the URLs of the owner of the
# tables. Outside a container of its own, leave the password to ~/.pgpass: a URL is seen by `ps`.
set -u
umask 077
folder=${1:-/backups}
day=$(date +%F)
exit_code=0

# The value of a setting, which may be in a file.
setting() {
  eval "file=\${$1_FILE:-} value=\${$1:-}"
  if [ -n "$file" ]; then cat "$file"; else printf %s "$value"; fi
}

# The dump gets its name when all of it was read again. Indexes that are built from the rows, and
# portfolios, which expire, are left out.
dump() {
  pg_dump --format=custom --no-owner --no-privileges --lock-wait-timeout=60s \
    --exclude-table-data='artefact*' --exclude-table-data='portfolio_*' \
    --file="$file.new" --dbname="$url" &&
    pg_restore --file=/dev/null "$file.new" &&
    checksum=$(sha256sum "$file.new") &&
    echo "${checksum%% *}  ${file##*/}" >"$file.sha256" &&
    mv -f "$file.new" "$file"
}

record() {
  [ -z "${KTIMA_BACKUP_RECORDS:-}" ] || echo "{$2}" >"$KTIMA_BACKUP_RECORDS/$1.json" || exit_code=1
}

# What the record had of the last backup that worked.
last() {
  sed -n 's/^{\("finished_at":"[^"]*","bytes":[0-9]*\).*/\1,/p' \
    "${KTIMA_BACKUP_RECORDS:-}/$1.json" 2>/dev/null
}

# Dumps the database at a URL, and records the outcome for each of the services whose tables it has.
back_up() {
  url=$(setting "$1")
  file=$folder/$2-$day.dump
  shift 2
  if error=$(dump 2>&1); then
    outcome="\"finished_at\":\"$(date -u +%FT%TZ)\",\"bytes\":$(($(wc -c <"$file")))"
    for service; do record "$service" "$outcome"; done
    return
  fi
  exit_code=1
  rm -f "$file.new"
  printf '%s\n' "$error" >&2
  error=$(printf %s "$error" | tr '\n' ' ' | tr -d '"\\[:cntrl:]')
  outcome="\"failed_at\":\"$(date -u +%FT%TZ)\",\"error\":\"$error\""
  for service; do record "$service" "$(last "$service")$outcome"; done
}

if [ "$(setting KTIMA_DATABASE_URL)" = "$(setting KTIMA_AUTH_DATABASE_URL)" ]; then
  back_up KTIMA_DATABASE_URL ktima api auth usage
else
  back_up KTIMA_AUTH_DATABASE_URL auth auth
  back_up KTIMA_DATABASE_URL api api usage
fi
find "$folder" -name '*-20??-??-??.*' -mtime +14 -exec rm -f {} +
exit $exit_code
