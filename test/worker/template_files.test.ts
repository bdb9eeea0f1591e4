// Templates by URL and as files: read once and kept, kept on when they cannot be read, bounded, and never the end of a mail.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS } from '../../core/settings/table.ts';
import {
  createTemplateFiles,
  type TemplateFileSettings,
  type TemplateFiles,
} from '../../worker/mail/template_files.ts';
import { startWorker } from '../../worker/main.ts';
import type { Outgoing } from '../../worker/senders.ts';
import { createDatabase } from '../support/db.ts';
import { keptLog, queueMail, waitForState, workerSettings } from '../support/worker.ts';

let answer: { status: number; body: string; location?: string } = { status: 200, body: '' };
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const { status, body, location } = request.url === '/moved' ? { ...answer, location: undefined } : answer;
  response.writeHead(status, location ? { Location: location } : {}).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = mkdtempSync(join(tmpdir(), 'postern-template-files-'));
test.after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
test.before.each(() => {
  asked = [];
});

const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([key, row]) => (key.startsWith('mailer_template') ? [[key, row.default]] : [])),
) as unknown as TemplateFileSettings;

function open(more: Partial<TemplateFileSettings>): {
  files: TemplateFiles;
  text: () => string;
  pass: (seconds: number) => void;
} {
  let now = 1_000_000;
  const { log, text } = keptLog();
  const files = createTemplateFiles({ ...DEFAULTS, site_url: base, ...more }, log, () => now);
  return { files, text, pass: (seconds) => (now += seconds * 1000) };
}
const shown = async (files: TemplateFiles): Promise<string | undefined> =>
  (await files.get('invite'))?.html.render({ Email: 'ada@example.org' });

test('a path behind SITE_URL; read once, again when it is old, and followed where it has moved', async () => {
  const { files, pass } = open({ mailer_templates_invite: '/invite.html' });
  answer = { status: 200, body: '<p>1 {{ .Email }}</p>' };
  assert.is(await shown(files), '<p>1 ada@example.org</p>');
  answer = { status: 200, body: '<p>2</p>' };
  pass(599);
  assert.is(await shown(files), '<p>1 ada@example.org</p>');
  pass(2);
  assert.is(await shown(files), '<p>2</p>');
  assert.equal(asked, ['/invite.html', '/invite.html']);
  answer = { status: 302, body: '', location: '/moved' };
  pass(700);
  await shown(files);
  assert.equal(asked.slice(2), ['/invite.html', '/moved']);
  assert.is(await files.get('recovery'), null, 'nothing is named for it');
});

test('what cannot be used leaves the former one in use, is asked for again after a pause, and is logged with its place', async () => {
  const { files, text, pass } = open({ mailer_templates_invite: `${base}/a` });
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

test('a first one that fails is none, and the pause holds for it too; many mails ask once', async () => {
  const { files, pass } = open({ mailer_templates_invite: `${base}/a` });
  answer = { status: 404, body: '' };
  assert.equal(await Promise.all([1, 2, 3].map(() => shown(files))), [undefined, undefined, undefined]);
  assert.is(asked.length, 1);
  answer = { status: 200, body: '<p>x</p>' };
  pass(11);
  assert.is(await shown(files), '<p>x</p>');
});

test('longer than allowed is not read to its end, and a server that is not there is a fault', async () => {
  const { files, text } = open({ mailer_templates_invite: `${base}/a`, mailer_template_max_size: 100 });
  answer = { status: 200, body: 'x'.repeat(101) };
  assert.is(await shown(files), undefined);
  assert.match(text(), 'longer than SVC_MAILER_TEMPLATE_MAX_SIZE, 100 bytes');
  const away = open({ mailer_templates_invite: 'http://127.0.0.1:1/a' });
  assert.is(await shown(away.files), undefined);
  assert.match(away.text(), 'a mail template cannot be used');
});

test('a file, by its URL and beside the working directory; a longer one is refused', async () => {
  const path = join(folder, 'invite.html');
  writeFileSync(path, '<p>of a file</p>');
  for (const place of [`file://${path}`, `file:${path}`]) {
    assert.is(await shown(open({ mailer_templates_invite: place }).files), '<p>of a file</p>');
  }
  const { files, text } = open({ mailer_templates_invite: `file:${path}`, mailer_template_max_size: 5 });
  assert.is(await shown(files), undefined);
  assert.match(text(), 'longer than');
});

test('T112: F-33: whatever is wrong with a template, the mail goes out: URL, then table, then the built-in one', async () => {
  const db = await createDatabase({ template: 'migrated' });
  const { log, text } = keptLog();
  const seen: Outgoing[] = [];
  answer = { status: 500, body: '' };
  const settings = workerSettings(db, 0, {
    mailer_templates_confirmation: `${base}/gone`,
    mailer_templates_recovery: `${base}/gone`,
  });
  const worker = await startWorker({ settings, log, inbox: (mail) => void seen.push(mail) });
  const send = async (message: string, kind: string, purpose: string, data = {}): Promise<Outgoing | undefined> => {
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
    assert.match(text(), 'line 1, column 4: a value can be printed in text');
    assert.match(text(), 'more than 100000 steps');
  } finally {
    await worker.close();
    await db.drop();
  }
});

test.run();
