# The portal host: compiled JavaScript and its runtime packages. The modules are in the store.
FROM node:24-bookworm-slim AS source
WORKDIR /portal
# Limited by .dockerignore.
COPY . .

FROM source AS compiled
RUN npm ci && npm run build -- host

FROM source AS packages
RUN npm ci --omit=dev --workspace=delivery && rm -rf node_modules/@portal

FROM node:24-bookworm-slim
WORKDIR /portal
ENV NODE_ENV=production PORTAL_MODE=production PORTAL_DATA=/data HOST=0.0.0.0 PORT=8080
COPY --from=packages /portal/node_modules node_modules
COPY --from=compiled /portal/dist/host dist/host
RUN install -d -o node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=2s --timeout=2s --retries=60 CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/host/main.js"]
