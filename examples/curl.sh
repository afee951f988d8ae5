#!/bin/sh
# Cost, parcel, address and places of a flat in Athens, with curl. Needs only curl.
# Run `npm start` first, or set API and AUTH to your own service.
set -eu
API=${API:-http://127.0.0.1:8000}
AUTH=${AUTH:-http://127.0.0.1:8001}
call() { curl --silent --show-error --fail-with-body --max-time 30 "$@"; echo; }

echo '# What would it cost to rebuild?'
call --get "$API/api/reconstruction-cost/" \
  -d postal_code=10563 -d property_type=apartment -d build_area=85 -d construction_year=1998

echo '# Which parcel is it?'
call --get "$API/api/geocoding/kaek-search/" -d kaek_code=050099901001

echo '# Where is this address?'
call --get "$API/api/geocoding/address-search/" \
  --data-urlencode 'address=Βασ. Σοφίας 24, Αθήνα' -d limit=1

echo '# What is around it? This call needs a login.'
TOKEN=$(call --form-string "username=${KTIMA_USER:-demo}" \
  --form-string "password=${KTIMA_PASSWORD:-ktima-demo}" "$AUTH/auth/otp/login" |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')
call "$API/api/points-of-interest/" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' -d '{"latitude": 37.9755, "longitude": 23.7348}'
