#!/bin/sh
# Writes the file that nginx.conf includes, from PORTAL_TLS_PROXIES: addresses and networks of the proxies that end TLS. nginx accepts client
# addresses from these proxies only. A shell script, because the image has no Node.
printf '%s' "${PORTAL_TLS_PROXIES-}" | tr -s ', \t\r\n' '\n' | awk '
  function isV4(text,   part, i) {
    if (split(text, part, ".") != 4) return 0
    for (i = 1; i <= 4; i++) if (part[i] !~ /^(0|[1-9][0-9]?[0-9]?)$/ || part[i] + 0 > 255) return 0
    return 1
  }
  function isV6(text,   side, part, sides, count, groups, i) {
    sides = split(text, side, "::")
    if (sides > 2 || text !~ /:/) return 0
    for (; sides > 0; sides--) {
      count = split(side[sides], part, ":")
      groups += count
      for (i = 1; i <= count; i++) if (part[i] !~ /^[0-9A-Fa-f][0-9A-Fa-f]?[0-9A-Fa-f]?[0-9A-Fa-f]?$/) return 0
    }
    return text ~ /::/ ? groups < 7 : groups == 8
  }
  function isPeer(text,   half, halves, bits) {
    halves = split(text, half, "/")
    bits = isV4(half[1]) ? 32 : isV6(half[1]) ? 128 : 0
    return bits && (halves == 1 || (halves == 2 && half[2] ~ /^[0-9]+$/ && half[2] + 0 <= bits))
  }
  function refuse(why) {
    print "PORTAL_TLS_PROXIES names " $0 ", which is " why > "/dev/stderr"
    isBad = 1
    exit
  }
  $0 == "" { next }
  !isPeer($0) { refuse("no address and no network such as 10.0.0.0/24") }
  /\/0+$/ { refuse("everybody: name what ends TLS") }
  { peer[++peers] = $0 }
  END {
    if (isBad) exit 1
    print "geo $realip_remote_addr $is_tls_proxy {"
    print "  default 0;"
    for (i = 1; i <= peers; i++) print "  " peer[i] " 1;"
    print "}"
    for (i = 1; i <= peers; i++) print "set_real_ip_from " peer[i] ";"
  }
'
