// Node's own HTTP, for whoever needs more than its types. An `import` of node:http reads each of its exports, WebSocket among
// them, and Node then loads its whole fetch() as well: 11 MB in a process that may never call anybody.
export const { METHODS, STATUS_CODES, createServer, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
