// Node's http module, loaded with require. An `import` of node:http reads each export, WebSocket among them, which
// makes Node load all of fetch(): 11 MB in a process that may never send a request.
export const { METHODS, STATUS_CODES, createServer, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
