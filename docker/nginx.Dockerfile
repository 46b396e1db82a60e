# Debian's nginx, because nginx's own image has no brotli module. It is 1.22; from 1.27.3 on, `server … resolve` in an `upstream` block would
# resolve names again, with keep-alive connections.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light libnginx-mod-http-brotli-static curl && rm -rf /var/lib/apt/lists/* \
  && install -d -o www-data /run/nginx && chown -R www-data /var/lib/nginx /var/log/nginx
# The first container that mounts the volume gives it the owner of this folder: the user `node` of the other images, which write to it.
RUN install -d -o 1000 /data
COPY nginx.conf tls-proxies.sh api-secret.sh /etc/nginx/
USER www-data
EXPOSE 8080
HEALTHCHECK --interval=2s --timeout=2s --retries=60 CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/healthz"]
# The log level is `crit`, because lines of `error` contain the client's address and the whole request. Health checks report a server that does not answer.
# PORTAL_RESOLVER: the DNS server that resolves `hosts` and `apis`; Docker's by default.
CMD ["sh", "-c", "echo \"resolver ${PORTAL_RESOLVER:-127.0.0.11} valid=2s ipv6=off;\" > /run/nginx/resolver.conf && sh /etc/nginx/tls-proxies.sh > /run/nginx/tls-proxies.conf && sh /etc/nginx/api-secret.sh > /run/nginx/api-secret.conf && exec nginx -g 'daemon off; pid /run/nginx/nginx.pid; error_log stderr crit;'"]
