# Postern's image. Node runs the TypeScript as it is, so nothing is compiled: the first stage installs, the second has no npm cache.
# The embedded Postgres stays out (--omit=optional), and so do the workspaces but optional/telemetry/: the client in
# sdk/, and the Node of optional/runtime/.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /postern
COPY package.json package-lock.json .npmrc ./
COPY optional/telemetry/package.json optional/telemetry/package.json
RUN npm ci --omit=dev --omit=optional --workspace=optional/telemetry --include-workspace-root --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /postern
# Files belong to root, and the process runs as another user: it can change none of them.
COPY --from=dependencies /postern/node_modules node_modules
COPY package.json package-lock.json ./
COPY sql sql
COPY core core
COPY gateway gateway
COPY worker worker
COPY optional/telemetry optional/telemetry
COPY install install
COPY import import
COPY dev dev
COPY console console
COPY cli cli
# By its number: Kubernetes (runAsNonRoot) does not know names.
USER 1000:1000
EXPOSE 8081
# Of whatever serves HTTP; docker-compose.yml switches it off for the rest.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8081}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# exec form: node is process 1 and gets SIGTERM, on which it answers what is under way and ends.
# `docker run IMAGE user list` runs another command of Postern.
ENTRYPOINT ["node", "cli/postern.mjs"]
CMD ["start"]
