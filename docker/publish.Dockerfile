# The portal command with the built modules of this checkout. It publishes and activates them in an empty store, then exits.
FROM node:24-bookworm-slim AS source
WORKDIR /portal
# Limited by .dockerignore, which admits every remote.
COPY . .

FROM source AS compiled
RUN npm ci && npx portal-build shell mf-* --local && npm run build -- portal
RUN for module in shell mf-*; do install -d "/built/$module" && cp -r "$module"/dist* "/built/$module/"; done

FROM source AS packages
RUN npm ci --omit=dev --workspace=delivery && rm -rf node_modules/@portal

FROM node:24-bookworm-slim
WORKDIR /portal
ENV NODE_ENV=production PORTAL_MODE=production PORTAL_DATA=/data
COPY --from=packages /portal/node_modules node_modules
COPY --from=compiled /portal/dist/portal dist/portal
COPY --from=compiled /built ./
RUN install -d -o node /data
VOLUME /data
USER node
# It serves no requests.
HEALTHCHECK NONE
# `mf-*` is expanded by sh: every remote in the image. Portal hosts wait for this command at each start, and --first keeps later releases active.
CMD ["sh", "-c", "exec node --enable-source-maps dist/portal/main.js publish shell mf-* --activate --first --why 'compose up'"]
