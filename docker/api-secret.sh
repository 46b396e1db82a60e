#!/bin/sh
# Writes the file that nginx.conf includes, from PORTAL_HOST_SECRET. nginx sends this secret with each request, so the API trusts the client
# address that nginx states. A shell script, because the image has no Node.
case ${PORTAL_HOST_SECRET-} in
  *[!A-Za-z0-9+/=_.~-]*)
    echo 'PORTAL_HOST_SECRET has characters other than letters, digits and + / = _ . ~ -' >&2
    exit 1
    ;;
esac
if [ "${#PORTAL_HOST_SECRET}" -lt 16 ]; then
  echo 'PORTAL_HOST_SECRET must have at least 16 characters, such as those of openssl rand -base64 24' >&2
  exit 1
fi
echo "map '' \$host_secret { default \"$PORTAL_HOST_SECRET\"; }"
