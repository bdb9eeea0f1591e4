// The server of the tour: an API that answers its calls, and for browsers the page, the package's files and an endpoint
// for reports.
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { json, type Loopback, type Reply, type Seen } from './server.ts';
import { tour } from './tour.ts';

function api(seen: Seen): Reply | Promise<undefined> {
  switch (`${seen.method} ${seen.path}`) {
    case 'GET /v1/webhooks':
      return json([{ id: 'w' }]);
    case 'GET /v1/webhooks/gone':
      return json({ error: { code: 'gone', message: 'Gone' } }, 404);
    case 'PUT /v8/artifacts/h': {
      const { 'content-type': type, authorization } = seen.headers;
      return json({ bytes: seen.body.length, type, authorization }, 202);
    }
    case 'GET /v8/artifacts/h':
      return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: 'artifact bytes' };
    case 'GET /v1/projects/p/deployments/d/runtime-logs':
      return {
        status: 200,
        headers: { 'content-type': 'application/stream+json' },
        body: '{"message":"a"}\n{"message":"b"}\n',
      };
    case 'GET /v2/user':
      return new Promise(() => undefined);
    default:
      return { status: 500, body: `${seen.method} ${seen.path}` };
  }
}

/** Makes a server serve the tour; a browser that opens it runs the tour and calls `reported`. */
export function serveTour(server: Loopback, packageFolder: string, reported: (text: string) => void): void {
  const site = (seen: Seen): Reply | Promise<undefined> => {
    if (seen.path === '/') {
      const imports = {
        '@postern/platform': '/pkg/dist/index.js',
        '@postern/platform/funcs/': '/pkg/dist/generated/funcs/',
      };
      const code = `try { await import('/tour.js') } catch (error) { await fetch('/report', { method: 'POST', body: String(error.stack) }) }`;
      const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script><script type="module">${code}</script>`;
      return { status: 200, headers: { 'content-type': 'text/html' }, body: html };
    }
    if (seen.path === '/tour.js') {
      const body = tour('location.origin', `await fetch('/report', { method: 'POST', body: JSON.stringify(found) });`);
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body };
    }
    if (seen.path === '/report') {
      reported(seen.body.toString());
      return { status: 204 };
    }
    if (!seen.path.startsWith('/pkg/dist/')) return api(seen);
    const file = join(packageFolder, normalize(seen.path.slice('/pkg/'.length)));
    return { status: 200, headers: { 'content-type': 'text/javascript' }, body: readFileSync(file) };
  };
  server.reply = site as typeof server.reply;
}
