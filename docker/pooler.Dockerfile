# Debian's pgbouncer in transaction mode. Its password is the password of the database.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer postgresql-client && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres /run/pgbouncer
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER postgres
EXPOSE 6432
HEALTHCHECK --interval=2s --timeout=2s --retries=30 CMD ["pg_isready", "-h", "127.0.0.1", "-p", "6432"]
CMD ["sh", "-c", "umask 077 && printf '\"portal\" \"%s\"\\n' \"$DATABASE_PASSWORD\" > /run/pgbouncer/users.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
