// Templates from URLs and files are cached, stay in use when they cannot be read, are limited in size, and never
// prevent a mail.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutgoingMessage } from '../../core/senders.ts';
import { SETTINGS } from '../../core/settings/table.ts';
import {
  createTemplateFiles,
  type TemplateFileSettings,
  type TemplateFiles,
} from '../../worker/mail/template_files.ts';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../support/database/db.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';

interface TemplateResponse {
  status: number;
  body: string;
  location?: string;
}
let answer: TemplateResponse = { status: 200, body: '' };
/** Responses that override the regular response, by path. */
let at: Record<string, TemplateResponse> = {};
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const { status, body, location } = at[request.url ?? ''] ?? answer;
  response.writeHead(status, location === undefined ? {} : { Location: location }).end(body);
});
/** Number of requests to another origin, which serves a template that is not configured. */
let strangers = 0;
const stranger = createServer((_request, response) => {
  strangers += 1;
  response.end('<p>of a stranger</p>');
});
for (const one of [server, stranger]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
const portOf = (one: typeof server): number => (one.address() as AddressInfo).port;
const base = `http://127.0.0.1:${portOf(server)}`;
const elsewhere = `http://127.0.0.1:${portOf(stranger)}`;
const folder = mkdtempSync(join(tmpdir(), 'postern-template-files-'));
test.after(() => {
  server.close();
  stranger.close();
  rmSync(folder, { recursive: true });
});
test.before.each(() => {
  asked = [];
  at = {};
  strangers = 0;
});

const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([key, row]) => (key.startsWith('mailer_template') ? [[key, row.default]] : [])),
) as unknown as TemplateFileSettings;

function openTemplateFiles(more: Partial<TemplateFileSettings>): {
  files: TemplateFiles;
  text: () => string;
  pass: (seconds: number) => void;
} {
  let now = 1_000_000;
  const { log, text } = createMemoryLog();
  const files = createTemplateFiles({ ...DEFAULTS, site_url: base, ...more }, log, () => now);
  return { files, text, pass: (seconds) => (now += seconds * 1000) };
}
const shown = async (files: TemplateFiles): Promise<string | undefined> =>
  (await files.get('invite'))?.html.render({ Email: 'ada@example.org' });

test('a path below SITE_URL; read once, and again when it has expired', async () => {
  const { files, pass } = openTemplateFiles({ mailer_templates_invite: '/invite.html' });
  answer = { status: 200, body: '<p>1 {{ .Email }}</p>' };
  assert.is(await shown(files), '<p>1 ada@example.org</p>');
  answer = { status: 200, body: '<p>2</p>' };
  pass(599);
  assert.is(await shown(files), '<p>1 ada@example.org</p>');
  pass(2);
  assert.is(await shown(files), '<p>2</p>');
  assert.equal(asked, ['/invite.html', '/invite.html']);
  assert.is(await files.get('recovery'), null, 'nothing is named for it');
});

test('follows a redirect within its origin, of every kind, at most five', async () => {
  const { files, pass, text } = openTemplateFiles({ mailer_templates_invite: '/0' });
  for (const status of [301, 302, 303, 307, 308]) {
    at = {
      '/0': { status, body: '<p>moved</p>', location: '1' },
      '/1': { status, body: '', location: `${base}/2?key=zq-canary` },
      '/2?key=zq-canary': { status, body: '', location: `${base.replace('http:', '')}/3` },
      '/3': { status: 200, body: `<p>${status}</p>` },
    };
    asked = [];
    assert.is(await shown(files), `<p>${status}</p>`);
    assert.equal(asked, ['/0', '/1', '/2?key=zq-canary', '/3']);
    pass(700);
  }
  at = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((n) => [`/${n}`, { status: 302, body: '', location: `/${n + 1}` }]),
  );
  asked = [];
  assert.is(await shown(files), '<p>308</p>', 'the one read before');
  assert.equal(asked, ['/0', '/1', '/2', '/3', '/4', '/5']);
  assert.match(text(), 'redirects more than 5 times');
  at = { '/0': { status: 302, body: '<p>no Location</p>' } };
  pass(700);
  assert.is(await shown(files), '<p>308</p>');
  assert.match(text(), 'the server answers 302');
});

test('does not follow a redirect to another origin, at any hop, and logs that', async () => {
  const port = portOf(server);
  const targets = [
    elsewhere,
    `${elsewhere}/0?key=zq-canary`,
    elsewhere.replace('http:', ''),
    `http://localhost:${port}/good`,
    `http://127.0.0.1.nip.example:${port}/good`,
    `http://127.0.0.1:80/good`,
    `https://127.0.0.1:${port}/good`,
    `http://127.0.0.1:${port}@127.0.0.1:${portOf(stranger)}/`,
    `\\\\127.0.0.1:${portOf(stranger)}/`,
    'data:text/html,<p>of a stranger</p>',
    `blob:${base}/good`,
    'file:///etc/hostname',
    'javascript:1',
  ];
  for (const location of targets)
    for (const hops of [0, 1, 3]) {
      const { files, text } = openTemplateFiles({ mailer_templates_invite: '/0' });
      at = { '/good': { status: 200, body: '<p>good</p>' }, [`/${hops}`]: { status: 302, body: '<p>x</p>', location } };
      for (let hop = 0; hop < hops; hop += 1) at[`/${hop}`] = { status: 307, body: '', location: `/${hop + 1}` };
      asked = [];
      assert.is(await shown(files), undefined, `${location} after ${hops}`);
      assert.is(asked.length, hops + 1);
      assert.match(text(), 'the server redirects to another origin');
      assert.not.match(text(), 'zq-canary');
    }
  for (const location of ['http://', 'http://[', 'http://127.0.0.1:99999/']) {
    const { files, text } = openTemplateFiles({ mailer_templates_invite: '/0' });
    at = { '/0': { status: 302, body: '', location } };
    assert.is(await shown(files), undefined, location);
    assert.match(text(), 'the server redirects to no URL', location);
  }
  assert.is(strangers, 0, 'no other server gets a request');
});

test('a template that starts to redirect to another origin leaves the cached one in use', async () => {
  const { files, pass, text } = openTemplateFiles({ mailer_templates_invite: '/0' });
  at = { '/0': { status: 200, body: '<p>ours</p>' } };
  assert.is(await shown(files), '<p>ours</p>');
  at = { '/0': { status: 302, body: '', location: elsewhere } };
  pass(700);
  assert.is(await shown(files), '<p>ours</p>');
  assert.match(text(), 'a mail template cannot be used; the one read before is');
});

test('an invalid template leaves the cached one in use, is retried after a pause, and is logged with the place of the error', async () => {
  const { files, text, pass } = openTemplateFiles({ mailer_templates_invite: `${base}/a` });
  answer = { status: 200, body: '<p>good</p>' };
  await shown(files);
  for (const bad of [
    { status: 500, body: '<p>x</p>' },
    { status: 200, body: '<p>\n{{ upper .Email }}</p>' },
  ]) {
    answer = bad;
    pass(601);
    assert.is(await shown(files), '<p>good</p>');
    const count = asked.length;
    pass(9);
    assert.is(await shown(files), '<p>good</p>');
    assert.is(asked.length, count, 'not before the pause is over');
    pass(2);
    await shown(files);
    assert.is(asked.length, count + 1);
  }
  assert.match(text(), 'the server answers 500');
  assert.match(text(), 'line 2, column 4: there is no function upper');
});

test('a first read that fails gives no template, and the pause applies too; many mails cause one request', async () => {
  const { files, pass } = openTemplateFiles({ mailer_templates_invite: `${base}/a` });
  answer = { status: 404, body: '' };
  assert.equal(await Promise.all([1, 2, 3].map(() => shown(files))), [undefined, undefined, undefined]);
  assert.is(asked.length, 1);
  answer = { status: 200, body: '<p>x</p>' };
  pass(11);
  assert.is(await shown(files), '<p>x</p>');
});

test('stops reading beyond the limit, and a missing server is an error', async () => {
  const { files, text } = openTemplateFiles({ mailer_templates_invite: `${base}/a`, mailer_template_max_size: 100 });
  answer = { status: 200, body: 'x'.repeat(101) };
  assert.is(await shown(files), undefined);
  assert.match(text(), 'longer than SVC_MAILER_TEMPLATE_MAX_SIZE, 100 bytes');
  const away = openTemplateFiles({ mailer_templates_invite: 'http://127.0.0.1:1/a' });
  assert.is(await shown(away.files), undefined);
  assert.match(away.text(), 'a mail template cannot be used');
});

test('a file, by its URL and relative to the working directory; one above the limit is rejected', async () => {
  const path = join(folder, 'invite.html');
  writeFileSync(path, '<p>of a file</p>');
  for (const place of [`file://${path}`, `file:${path}`]) {
    assert.is(await shown(openTemplateFiles({ mailer_templates_invite: place }).files), '<p>of a file</p>');
  }
  const { files, text } = openTemplateFiles({ mailer_templates_invite: `file:${path}`, mailer_template_max_size: 5 });
  assert.is(await shown(files), undefined);
  assert.match(text(), 'longer than');
});

test('T112: F-33: with any error in a template the mail is sent: URL, then table, then the built-in one', async () => {
  const db = await createDatabase({ template: 'migrated' });
  const { log, text } = createMemoryLog();
  const seen: OutgoingMessage[] = [];
  answer = { status: 500, body: '' };
  at = { '/moved': { status: 301, body: '', location: elsewhere } };
  const settings = workerSettings(db, 0, {
    mailer_templates_confirmation: `${base}/gone`,
    mailer_templates_recovery: `${base}/moved`,
  });
  const worker = await startWorker({ settings, log, inbox: (mail) => void seen.push(mail) });
  const send = async (
    message: string,
    kind: string,
    purpose: string,
    data = {},
  ): Promise<OutgoingMessage | undefined> => {
    const queued = await queueMail(db, { message, kind, purpose, data });
    await waitForState(db, queued.message_id, ['sent']);
    return seen.find(({ id }) => id === queued.message_id);
  };
  try {
    await db.sql`insert into auth.templates values
      ('confirmation', '', 'Hi {{ .Data.name }}', '<p>{{ .Token }} of the table</p>', '', now()),
      ('confirmation', 'de', '', '<p>{{ .Token }} der Tabelle</p>', 'Kode {{ .Token }}', now()),
      ('magic_link', '', '', '<p {{ .Token }}>', '', now()),
      ('invite', '', '', '{{ range .Data.l }}{{ range $.Data.l }}{{ range $.Data.l }}x{{ end }}{{ end }}{{ end }}', '', now())`;
    const own = await send('confirmation', 'confirmation', 'signup', { name: '<b>' });
    assert.match(own?.html ?? '', /^<p>\d{6} of the table<\/p>$/);
    assert.is(own?.subject, 'Hi <b>');
    assert.match(own?.text ?? '', /^\d{6} of the table\n$/);
    const german = await send('confirmation', 'confirmation', 'signup', { locale: 'de-AT' });
    assert.match(german?.text ?? '', /^Kode \d{6}$/);
    assert.is(german?.subject, 'Confirm Your Signup');
    const built_in = [
      await send('recovery', 'recovery', 'recovery'),
      await send('magic_link', 'recovery', 'magiclink'),
      await send('invite', 'confirmation', 'invite', { l: Array.from({ length: 300 }, () => 1) }),
    ];
    for (const mail of built_in) assert.match(mail?.html ?? '', '<h1 class="heading"');
    assert.match(text(), 'the server answers 500');
    assert.match(text(), 'the server redirects to another origin');
    assert.is(strangers, 0);
    assert.match(text(), 'line 1, column 4: a value can be printed in text');
    assert.match(text(), 'more than 100000 steps');
  } finally {
    await worker.close();
    await db.drop();
  }
});

test.run();
