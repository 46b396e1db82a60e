# The portal command with the modules of this checkout, built: publishes and activates them where nothing ran yet, then it is done.
FROM node:24-bookworm-slim AS source
WORKDIR /portal
# What .dockerignore lets through: whichever remotes there are.
COPY . .

FROM source AS compiled
RUN npm ci && npx portal-build shell mf-* --local && npm run compile -- portal
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
# It serves nothing.
HEALTHCHECK NONE
# A shell's pattern: every remote that was built into the image. Hosts wait for it at every start: what runs since then is ops' and squads' to change.
CMD ["sh", "-c", "exec node --enable-source-maps dist/portal/main.js publish shell mf-* --activate --first --why 'compose up'"]
