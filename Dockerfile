# Postern's image, for amd64 and arm64: docker build -t postern/postern:0.1.0 .
# It contains the npm package and the packages of telemetry; not the embedded Postgres, and no npm cache. Only JavaScript is installed,
# so the first two stages run on the builder's own architecture.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS pack
WORKDIR /clone
COPY . .
RUN node --disable-warning=ExperimentalWarning tools/package/main.ts --image /image

FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS install
WORKDIR /postern
COPY --from=pack /image .
# sbom.json lists the packages of the image, in the form of CycloneDX.
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && npm sbom --omit=dev --omit=optional --sbom-format=cyclonedx > sbom.json \
  && rm ./*.tgz

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production PATH=/postern/node_modules/.bin:$PATH
WORKDIR /postern
# Files belong to root, and the process runs as another user: it can change none of them.
COPY --from=install /postern .
# By its number: Kubernetes (runAsNonRoot) does not know names.
USER 1000:1000
EXPOSE 8081
# Of whatever serves HTTP; docker-compose.yml switches it off for the rest.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8081}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# exec form: node is process 1 and gets SIGTERM, on which it answers what is under way and ends.
# `docker run IMAGE user list` runs another command of Postern.
ENTRYPOINT ["node", "/postern/node_modules/postern/cli/postern.mjs"]
CMD ["start"]
