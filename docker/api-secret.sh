#!/bin/sh
# Writes the file that nginx.conf includes, from PORTAL_HOST_SECRET. nginx sends this secret with each request, so the API trusts the client
# address that nginx states. A shell script, because the image has no Node.
if [ "${#PORTAL_HOST_SECRET}" -lt 16 ]; then
  echo 'PORTAL_HOST_SECRET must have at least 16 characters, such as those of openssl rand -base64 24' >&2
  exit 1
fi
case $PORTAL_HOST_SECRET in
  *[!\ -~]*)
    echo 'PORTAL_HOST_SECRET has a character that no header can carry: use letters, digits and punctuation of ASCII' >&2
    exit 1
    ;;
esac
# `geo`, because nginx reads variables in the values of `map`.
printf 'geo $host_secret { default "%s"; }\n' "$(printf '%s' "$PORTAL_HOST_SECRET" | sed 's/[\\"]/\\&/g')"
