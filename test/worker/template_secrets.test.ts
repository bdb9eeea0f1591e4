// Secrets in a template’s URL: the query is not logged, and a login is rejected.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../core/log.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { createTemplateFiles } from '../../worker/mail/template_files.ts';

let status = 200;
const server = createServer((_request, response) => {
  response.statusCode = status;
  response.end('<p>{{ .Token }}</p>');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
test.after(() => void server.close());

const settings = (place: string) =>
  readSettings(
    readEnvironment({
      env: {
        SVC_JWT_SECRET: 'zq-0123456789-0123456789-0123456789-0123456789',
        DATABASE_URL: 'postgres://a@127.0.0.1/x',
        API_EXTERNAL_URL: 'http://127.0.0.1',
        SVC_SITE_URL: 'http://127.0.0.1',
        SVC_MAILER_TEMPLATES_INVITE: place,
      },
      file: null,
    }),
  ).settings;

test('keeps a template that cannot be read any more, and logs no key of its URL', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', stream: { write: (line: string) => void lines.push(line) } });
  let now = 0;
  const files = createTemplateFiles(
    settings(`http://127.0.0.1:${port}/invite.html?signature=zq-canary`),
    log,
    () => now,
  );
  const first = await files.get('invite');
  assert.is(first?.html.render({ Token: '1' }), '<p>1</p>');
  status = 403;
  now += 601_000;
  assert.is(await files.get('invite'), first);
  files.close();
  assert.is(lines.length, 1);
  assert.match(lines[0] ?? '', /invite\.html\?\*\*\*.*answers 403/);
  assert.not.match(lines.join(''), /zq-canary/);
});

test('refuses a login in its URL at start, without printing it', () => {
  try {
    settings(`http://ada:zq-canary@127.0.0.1:${port}/invite.html`);
  } catch (error) {
    assert.match(String(error), /SVC_MAILER_TEMPLATES_INVITE: must hold no login/);
    assert.not.match(String(error), /zq-canary/);
    return;
  }
  assert.unreachable('it starts');
});

test.run();
