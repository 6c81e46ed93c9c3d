#!/bin/sh
# Writes a backup of the PostgreSQL that PGHOST and its like name: one at once, then one each night at three o'clock UTC.
# Seven daily ones are kept, and those of four Sundays. With `once` as the second word it writes one and ends.
set -eu
folder=$1

backup() {
  day=$(date -u +%F)
  # Whole or not at all: a file under its own name is complete.
  if pg_dump --format=custom --file="$folder/.unfinished" && pg_restore --list "$folder/.unfinished" > /dev/null; then
    mv "$folder/.unfinished" "$folder/daily-$day.dump"
    if [ "$(date -u +%u)" = 7 ]; then cp "$folder/daily-$day.dump" "$folder/weekly-$day.dump"; fi
    echo "backup written: daily-$day.dump, $(stat -c %s "$folder/daily-$day.dump") bytes"
  else
    echo "backup FAILED; the older ones are kept" >&2
    return 1
  fi
  for kind in daily:7 weekly:4; do
    find "$folder" -maxdepth 1 -name "${kind%:*}-*.dump" | sort -r | tail -n +$((${kind#*:} + 1)) | xargs -r rm --
  done
}

if [ "${2:-}" = once ]; then
  backup
  exit
fi
while :; do
  backup || true
  now=$(date -u +%s)
  sleep $((86400 - (now - 10800) % 86400))
done
