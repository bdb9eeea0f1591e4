// Mail templates over HTTP: previews, checks, test mails, and the limits of callers with fewer rights.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../support/clients/totp.ts';
import { type Answer, bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({
  env: {
    SVC_JWT_SUPPORT_ROLES: 'helper',
    SVC_JWT_AUDITOR_ROLES: 'viewer',
    SVC_MFA_TOTP_ENROLL_ENABLED: 'true',
    SVC_MFA_TOTP_VERIFY_ENABLED: 'true',
    SVC_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED: 'false',
  },
});
/** Paths of template files that Postern requested. */
const asked: string[] = [];
const files = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/moved.html') response.writeHead(302, { Location: 'http://127.0.0.2:9/other.html' }).end();
  else response.end('<p>From a file: {{ .Token }}</p>');
}).listen(0, '127.0.0.1');
await new Promise((done) => files.once('listening', done));
const place = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
test.after(async () => {
  files.close();
  await stack.close();
});

interface Preview {
  from: string;
  locale: string;
  source: { subject: string; html: string; text: string } | null;
  names: string[];
  problems: { part: string; line: number | null; column: number | null; what: string; warning: boolean }[];
  mail: { subject: string; html: string; text: string } | null;
}
const preview = async (body: object, who = SERVICE, node: Pick<typeof stack, 'post'> = stack): Promise<Preview> => {
  const answer = await node.post('/admin/templates/preview', body, who);
  assert.is(answer.status, 200, answer.text);
  return answer.body as unknown as Preview;
};

/**
 * Creates an account with a role and a verified TOTP factor. Returns the address, and headers with an access token at
 * aal2 or aal1.
 */
async function createMember(
  role: string,
  o: { aal2: boolean },
): Promise<{ email: string; who: Record<string, string> }> {
  const email = newEmail();
  const made = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  await stack.request('PUT', `/admin/users/${made.body.id}`, { role }, SERVICE);
  const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  const token = bearer(signed.body.access_token);
  const app = await stack.post('/factors', { factor_type: 'totp', friendly_name: 'app' }, token);
  const secret = decodeBase32((app.body.totp as { secret: string }).secret);
  const challenge = await stack.post(`/factors/${app.body.id}/challenge`, {}, token);
  await waitForFreshTimeStep();
  const body = { challenge_id: challenge.body.id, code: computeTotp(secret, Date.now() - 30_000) };
  const verified = await stack.post(`/factors/${app.body.id}/verify`, body, token);
  if (o.aal2) return { email, who: bearer(verified.body.access_token) };
  const again = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  return { email, who: bearer(again.body.access_token) };
}

const boss = await createMember('service_role', { aal2: true });
const weak = await createMember('service_role', { aal2: false });
const helper = await createMember('helper', { aal2: true });
const viewer = await createMember('viewer', { aal2: true });
const DRAFT = { kind: 'recovery', html: '<p>{{ .Email }} {{ .Token }}</p>', subject: 'Hello {{ .Email }}' };

test('a preview without a draft shows the template in force: built in, of the table by language, of the setting', async () => {
  const first = await preview({ kind: 'recovery' });
  assert.equal([first.from, first.locale, first.problems], ['built-in', '', []]);
  assert.match(first.source?.html ?? '', '{{ .ConfirmationURL }}');
  assert.match(first.mail?.html ?? '', 'Choose a new password');
  assert.match(first.mail?.text ?? '', 'you@example.org');
  assert.ok(first.names.includes('ConfirmationURL'));

  await stack.request('PUT', '/admin/templates/recovery/de', { html: '<p>Hallo</p>', subject: 'Neu' }, SERVICE);
  const german = await preview({ kind: 'recovery', locale: 'de-AT' });
  assert.equal(
    [german.from, german.locale, german.mail?.subject, german.mail?.html],
    ['table', 'de', 'Neu', '<p>Hallo</p>'],
  );
  assert.is((await preview({ kind: 'recovery', locale: 'fr' })).from, 'built-in');
  await stack.request('DELETE', '/admin/templates/recovery/de', undefined, SERVICE);

  const node = await stack.another({ SVC_MAILER_TEMPLATES_RECOVERY: `${place}/recovery.html` });
  for (let i = 0; i < 5; i += 1) {
    const named = await preview({ kind: 'recovery' }, viewer.who, node);
    assert.is(named.from, `${place}/recovery.html`);
    assert.match(named.mail?.html ?? '', /^<p>From a file: \d{6}<\/p>$/);
  }
  assert.equal(asked.splice(0), ['/recovery.html'], 'previews share one read');
});

test('a template at a URL that redirects to another origin is not followed, and one that is missing is a problem', async () => {
  const node = await stack.another({ SVC_MAILER_TEMPLATES_RECOVERY: `${place}/moved.html` });
  const moved = await preview({ kind: 'recovery' }, SERVICE, node);
  assert.equal([moved.mail, moved.source], [null, null]);
  assert.match(moved.problems[0]?.what ?? '', /redirects to another origin/);
  const gone = await stack.another({ SVC_MAILER_TEMPLATES_RECOVERY: 'file:/nowhere/at/all.html' });
  const unread = await preview({ kind: 'recovery' }, SERVICE, gone);
  assert.equal([unread.from, unread.mail], ['file:/nowhere/at/all.html', null]);
  assert.match(unread.problems[0]?.what ?? '', /ENOENT/);
  asked.splice(0);
});

test('a request names no URL: members that look like one are texts', async () => {
  for (const html of [`${place}/x`, 'file:/etc/passwd', `{{ template "${place}/x" }}`])
    await stack.post(
      '/admin/templates/preview',
      { kind: 'recovery', html, url: `${place}/x`, from: `${place}/x` },
      SERVICE,
    );
  assert.equal(asked, []);
});

test('a draft is rendered with sample values; values are escaped, and its problems have lines', async () => {
  const hostile = '<script>alert(1)</script>';
  const html = '<p title="{{ .Data.name }}">{{ .Data.name }}</p>\n{{ .Nothing }}';
  const shown = await preview({ ...DRAFT, html, data: { name: hostile } });
  assert.is(shown.from, 'draft');
  assert.not.match(shown.mail?.html ?? '', hostile);
  assert.match(shown.mail?.html ?? '', '&lt;script&gt;');
  assert.is(shown.mail?.subject, 'Hello you@example.org');
  assert.equal(shown.problems, [
    {
      part: 'html',
      line: null,
      column: null,
      what: 'recovery mails have no .Nothing; it prints nothing',
      warning: true,
    },
  ]);
  const broken = await preview({ ...DRAFT, html: '<p>\n{{ if }}</p>', subject: '{{ end }}' });
  assert.is(broken.mail, null);
  assert.equal(
    broken.problems.map(({ part, line, warning }) => [part, line, warning]),
    [
      ['subject', 1, false],
      ['html', 2, false],
    ],
  );
});

test('a draft that costs too much is a problem, and is not rendered to the end', async () => {
  const nested = `${'{{ range $.Data.list }}'.repeat(6)}x${'{{ end }}'.repeat(6)}`;
  const bomb = await preview({ ...DRAFT, html: nested, data: { list: Array.from({ length: 40 }, (_, i) => i) } });
  assert.is(bomb.mail, null);
  assert.match(bomb.problems.at(-1)?.what ?? '', /more than/);
});

test('check: problems without rendering', async () => {
  const check = async (body: object) => (await stack.post('/admin/templates/check', body, SERVICE)).body.problems;
  assert.equal(await check(DRAFT), []);
  assert.equal(await check({ ...DRAFT, text: '{{ .Nope }} {{' }), [
    { part: 'text', line: 1, column: 13, what: 'this action is not closed by }}', warning: false },
  ]);
});

test('faulty requests: unknown kind, a text without HTML, more than a template may hold', async () => {
  for (const path of ['preview', 'check', 'send-test'])
    for (const body of [
      { ...DRAFT, kind: 'sms' },
      { ...DRAFT, kind: '__proto__' },
      { kind: 'recovery', text: 'x' },
      { ...DRAFT, html: 'x'.repeat(262_145) },
    ]) {
      const answer = await stack.post(`/admin/templates/${path}`, body, boss.who);
      assert.equal([answer.status, answer.body.error_code], [400, 'validation_failed'], `${path} ${answer.text}`);
    }
});

test('a test mail goes to the caller’s own address, and not to one in the request', async () => {
  const victim = newEmail();
  const answer = await stack.post('/admin/templates/send-test', { ...DRAFT, to: victim, email: victim }, boss.who);
  assert.is(answer.status, 200, answer.text);
  const { to, outcome, subject, error } = answer.body;
  assert.equal([to, outcome, subject, error], [boss.email, 'sent', 'Hello you@example.org', null]);
  const mail = await stack.mail(boss.email);
  assert.match(String(mail.parsed.html), /<p>you@example\.org \d{6}<\/p>/);
  assert.equal(
    stack.sink.mails.filter((one) => one.to.includes(victim)),
    [],
  );
  const inForce = await stack.post('/admin/templates/send-test', { kind: 'invite' }, boss.who);
  assert.equal([inForce.body.outcome, inForce.body.subject], ['sent', 'You have been invited']);
});

test('a test mail that the server refuses is an outcome, and a draft with an error sends nothing', async () => {
  const node = await stack.another({ SVC_SMTP_PORT: '9' });
  const refused = await node.post('/admin/templates/send-test', DRAFT, boss.who);
  assert.equal([refused.status, refused.body.outcome], [200, 'failed']);
  assert.match(String(refused.body.error), /ECONNREFUSED|ESOCKET/);
  const broken = await stack.post('/admin/templates/send-test', { ...DRAFT, html: '{{ if }}' }, boss.who);
  assert.equal([broken.status, broken.body.error_code], [400, 'validation_failed']);
  const service = await stack.post('/admin/templates/send-test', DRAFT, SERVICE);
  assert.is(service.status, 422, service.text);
});

test('every role of the admin API may read the effective template, only administrators may render drafts and send', async () => {
  const user = bearer((await confirmedUser(stack)).access_token);
  const codes = async (who: Record<string, string>): Promise<unknown[]> => {
    const answers: Answer[] = [];
    for (const [path, body] of [
      ['preview', { kind: 'recovery' }],
      ['preview', DRAFT],
      ['check', DRAFT],
      ['send-test', DRAFT],
      ['send-test', { kind: 'recovery' }],
    ] as const)
      answers.push(await stack.post(`/admin/templates/${path}`, body, who));
    return answers.map(({ status, body }) => (status === 200 ? 200 : body.error_code));
  };
  const right = Array(4).fill('insufficient_right');
  assert.equal(await codes(helper.who), [200, ...right]);
  assert.equal(await codes(viewer.who), [200, ...right]);
  assert.equal(await codes(weak.who), Array(5).fill('insufficient_aal'));
  assert.equal(await codes(user), Array(5).fill('not_admin'));
  assert.equal(await codes({}), Array(5).fill('no_authorization'));
});

test.run();
