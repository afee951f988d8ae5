#!/bin/sh
# Backs up what cannot be made again, while the service runs; keeps two weeks. It is run each day by
# cron: docs/quickstart-production.md installs it.
set -eu
umask 077
day=$(date +%F)
for service in auth api usage; do
  ktima backup $service /var/backups/ktima/$service-$day.backup --force
done
cp /var/lib/ktima/report-keys.json /var/backups/ktima/report-keys-$day.backup
find /var/backups/ktima -name '*.backup*' -mtime +14 -delete
