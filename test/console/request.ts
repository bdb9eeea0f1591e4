/** Builds a request in the form in which the console's server passes it on. */
export const buildConsoleRequest = (headers: Record<string, string>, body = '') => ({
  method: 'POST',
  path: '/',
  query: '',
  header: (name: string) => headers[name.toLowerCase()],
  remote_addr: '127.0.0.1',
  body: async () => Buffer.from(body),
  aborted: false,
});
