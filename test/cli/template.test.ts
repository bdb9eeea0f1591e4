// postern template: lists, shows, checks with line and column, sets, removes, previews and sends, with a real database
// and mail server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAIL_KINDS } from '../../core/mail/kinds.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { runInside } from '../support/processes/inside.ts';
import { type MailServer, startMailServer } from '../support/providers/mail_server.ts';
import { environmentFor } from './admin.ts';

let db: TestDatabase;
let sink: MailServer;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'postern-templates-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test.before(async () => {
  [db, sink] = await Promise.all([createDatabase({ template: 'migrated' }), startMailServer()]);
  env = {
    ...environmentFor(db),
    SVC_SMTP_HOST: '127.0.0.1',
    SVC_SMTP_PORT: String(sink.port),
    SVC_SMTP_ADMIN_EMAIL: 'no-reply@example.com',
  };
});
test.after(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([db.drop(), sink.close()]);
});

const run = (args: string[], more: Record<string, string> = {}) =>
  runInside(['template', ...args], { env: { ...env, ...more } });
const checkTemplate = async (args: string[], more: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await run([...args, '--json'], more);
  assert.is(code, 0, stderr);
  return JSON.parse(stdout);
};

test('check names the line and column; set rejects the same template and changes nothing', async () => {
  const bad = file('bad.html', '<p>\n  Hi {{ upper .Email }}\n</p>');
  const checked = await run(['check', bad, file('good.txt', '{{ .Token }}')]);
  assert.is(checked.code, 1);
  assert.match(checked.stderr, `${bad}: line 2, column 9: there is no function upper`);
  assert.not.match(checked.stderr, 'good.txt');
  const set = await run(['set', 'confirmation', '--html', bad]);
  assert.is(set.code, 1);
  assert.match(set.stderr, 'line 2, column 9');
  assert.is((await db.sql`select from auth.templates`).length, 0);
});

test('set, list, preview in a language, remove; each change is audited', async () => {
  const html = file(
    'de.html',
    '<p>Hallo {{ .Data.name }}: <a href="{{ .ConfirmationURL }}">weiter</a> {{ .Nome }}</p>',
  );
  const done = await run([
    'set',
    'confirmation',
    '--html',
    html,
    '--subject',
    'Hallo {{ .Data.name }}',
    '--locale',
    'de',
  ]);
  assert.is(done.code, 0, done.stderr);
  assert.match(done.stderr, 'confirmation mails have no .Nome');
  const { templates } = (await checkTemplate(['list'])) as {
    templates: { kind: string; locale: string; from: string }[];
  };
  assert.equal(
    templates.filter(({ kind }) => kind === 'confirmation').map(({ locale, from }) => [locale, from]),
    [
      ['de', 'table'],
      ['', 'built-in'],
    ],
  );
  assert.equal(new Set(templates.map(({ kind }) => kind)), new Set(Object.keys(MAIL_KINDS)));
  const mail = await checkTemplate(['preview', 'confirmation', '--locale', 'de-AT', '--data', '{"name": "<b>"}']);
  assert.is(mail.subject, 'Hallo <b>');
  assert.match(
    mail.html,
    /^<p>Hallo &lt;b&gt;: <a href="http[^"]+verify\?token=\w{56}&amp;type=signup&amp;redirect_to=[^"]+">weiter<\/a> <\/p>$/,
  );
  assert.match(mail.text, /^Hallo <b>: weiter: http\S+\n$/);
  assert.match((await checkTemplate(['preview', 'confirmation', '--locale', 'fr'])).html, '<h1 class="heading"');
  const removed = await run(['remove', 'confirmation', '--locale', 'de', '--yes']);
  assert.is(removed.code, 0, removed.stderr);
  const again = await run(['remove', 'confirmation', '--locale', 'de', '--yes']);
  assert.match(again.stderr, 'There is no such template');
  const rows = await db.sql`select actions, traits from auth.audit_log order by created_at`;
  assert.equal(
    rows.map(({ actions, traits }) => [actions[0], traits]),
    [
      ['template_set', { kind: 'confirmation', locale: 'de' }],
      ['template_removed', { kind: 'confirmation', locale: 'de' }],
    ],
  );
});

test('a language tag of three parts finds the template of two, as in a mail', async () => {
  const html = file('zh.html', '<p>你好</p>');
  assert.is((await run(['set', 'magic_link', '--html', html, '--locale', 'zh-Hant'])).code, 0);
  assert.is((await run(['show', 'magic_link', '--locale', 'zh-Hant-TW'])).stdout, '<p>你好</p>');
  await run(['remove', 'magic_link', '--locale', 'zh-Hant', '--yes']);
});

test('invalid input is a sentence that says what and where, never a stack', async () => {
  const endless = file('endless.html', '<p>{{ range .Data.n }}x{{ end }}</p>');
  const good = file('good.html', '<p>{{ .Token }}</p>');
  const nul = file('nul.html', '<p>a\0b</p>');
  writeFileSync(join(folder, 'utf16.html'), Buffer.from('\uFEFF<p>a</p>', 'utf16le'));
  const refused: [args: string[], code: number, sentence: RegExp][] = [
    [['preview', 'invite', '--html', endless, '--data', '{"n": 1e9}'], 1, /endless\.html: .*100000 steps/],
    [['preview', 'invite', '--subject', 'Hello'], 2, /--html FILE/],
    [['preview', 'invite', '--text', good], 2, /--html FILE/],
    [['preview', 'invite', '--html', good, '--subject', '{{ x'], 1, /the subject, line 1, column 1: /],
    [['set', 'invite', '--html', good, '--text', file('bad.txt', '\n{{ x }}')], 1, /the text, line 2, column 4: /],
    [['check', nul], 1, /nul\.html cannot be read: it is no text/],
    [['set', 'invite', '--html', nul], 1, /nul\.html cannot be read: it is no text/],
    [['set', 'invite', '--html', join(folder, 'utf16.html')], 1, /utf16\.html cannot be read: .*utf-8/],
  ];
  const answers = await Promise.all(refused.map(([args]) => run(args)));
  for (const [at, [args, code, sentence]] of refused.entries()) {
    const { stderr, ...answer } = answers[at] ?? { code: null, stderr: '' };
    assert.is(answer.code, code, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
    assert.not.match(stderr, /unexpectedly|\n {4}at /);
  }
});

test('show prints the effective template as a starting point; check reads settings and table', async () => {
  const shown = await run(['show', 'recovery']);
  assert.match(shown.stdout, /^<!doctype html>[\s\S]*\{\{ \.ConfirmationURL \}\}/);
  const mine = file('mine.html', shown.stdout);
  const setting = { SVC_MAILER_TEMPLATES_RECOVERY: `file:${mine}` };
  assert.equal(await checkTemplate(['check'], setting), { faults: [] });
  await db.sql`insert into auth.templates values ('invite', 'de', '', '<p {{ .Email }}>', '', now())`;
  const { code, stderr } = await run(['check'], { SVC_MAILER_TEMPLATES_RECOVERY: `file:${join(folder, 'none.html')}` });
  assert.is(code, 1);
  assert.match(stderr, /none\.html: .*ENOENT/);
  assert.match(stderr, 'invite (de): line 1, column 4: a value can be printed in text');
});

test('check and show name a URL that redirects to another origin, and print nothing from it', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mail.html`;
  try {
    for (const args of [['check'], ['show', 'recovery']]) {
      const { code, stderr } = await run(args, { SVC_MAILER_TEMPLATES_RECOVERY: place });
      assert.is(code, 1);
      assert.match(stderr, `${place}: the server redirects to another origin, http://127.0.0.1:1`);
    }
  } finally {
    server.close();
  }
});

test('send-test sends a mail through the configured mail server', async () => {
  const html = file('test.html', '<p>Code {{ .Token }}</p>');
  const sent = await run(['send-test', 'magic_link', '--to', 'ada@example.org', '--html', html]);
  assert.is(sent.code, 0, sent.stderr);
  const [mail] = await sink.waitFor('ada@example.org');
  assert.match(String(mail?.parsed.html), /^<p>Code \d{6}<\/p>/);
  assert.is(mail?.parsed.subject, 'Your Magic Link');
  const none = await run(['send-test', 'magic_link', '--to', 'ada@example.org'], { SVC_SMTP_HOST: '' });
  assert.match(none.stderr, 'There is no mail server');
  assert.is((await run(['preview', 'nonsense'])).code, 2);
});

test.run();
