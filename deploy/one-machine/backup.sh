#!/bin/sh
# Backs up what cannot be made again, while the service runs; keeps two weeks. It is run each day by
# cron: docs/quickstart-production.md installs it. All of it runs as ktima: root would write through
# a link that this user has put into its folder.
exec runuser -u ktima -- sh -euc '
umask 077
cd /var/backups/ktima
set -a
. /etc/ktima/common.env
. /etc/ktima/api.env
. /etc/ktima/auth.env
day=$(date +%F)
for service in auth api usage; do
  /opt/ktima/current/bin/ktima backup $service $service-$day.backup --force
done
find . -name "*.backup*" -mtime +14 -delete
'
