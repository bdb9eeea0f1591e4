// Node's http module, loaded with require. An `import` reads every export, including WebSocket. Node then loads
// fetch(), which takes more than 10 MB of memory.
export const { METHODS, STATUS_CODES, createServer, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
