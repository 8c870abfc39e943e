#!/bin/sh
# Converts a purchase order to CSV:
#
#   LINEITEM_KEY=li_... sh convert.sh order.pdf > order.csv
#
# LINEITEM_URL is the address of the service. The status is 0 where there are
# rows; otherwise what went wrong stands on standard error.
set -eu
if [ $# != 1 ] || [ -z "${LINEITEM_KEY:-}" ]; then
    echo "usage: LINEITEM_KEY=li_... sh convert.sh order.pdf > order.csv" >&2
    exit 2
fi
url=${LINEITEM_URL:-http://127.0.0.1:8080}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# The key comes from standard input, so that no list of processes shows it. curl
# tries again after 429 and 503, when Retry-After says, but no longer than two
# minutes. All tries have one Idempotency-Key: only one of them is charged.
status=$(printf 'Authorization: Bearer %s\n' "$LINEITEM_KEY" |
    curl --silent --show-error --max-time 120 --retry 3 --retry-max-time 120 \
        --header @- \
        --header 'Accept: text/csv' \
        --header "Idempotency-Key: $(date +%s)-$$" \
        --form "file=@\"$1\"" \
        --output "$answer" --write-out '%{http_code}' \
        "$url/api/v1/convert")

if [ "$status" != 200 ]; then
    cat "$answer" >&2 # {"status":402,"code":"payment_required","detail":"...",...}
    exit 1
fi
cat "$answer"
