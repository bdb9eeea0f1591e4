# Postern's image: Node runs the TypeScript as it is, so there is no build step. The embedded Postgres stays out (--omit=optional),
# and so do the workspaces: the client in sdk/, and the Node of runtime/ for machines with an older one.
FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /postern
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --workspaces=false
COPY sql sql
COPY core core
COPY gateway gateway
COPY worker worker
COPY cli cli
USER node
EXPOSE 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8081}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# exec form: node is process 1 and gets SIGTERM, on which it answers what is under way and ends.
CMD ["node", "cli/postern.mjs", "start"]
