// Rotation of secrets shared with a third party (docs/rotating-keys.md): providers, the captcha, mail servers, hooks,
// and fixed codes of phone numbers. Gateways with the old and the new secret run at the same time. Gateways with the
// new secret continue when the third party rejects the old secret. test/worker covers SMS providers and webhooks,
// rotation.test.ts the pepper and the signing key, role_passwords.test.ts database roles.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker, type WorkerSettings } from '../../worker/main.ts';
import { createDatabase } from '../support/database/db.ts';
import { serverHookSettings } from '../support/database/hooks.ts';
import { newEmail, readRedirectFragment } from '../support/processes/stack.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';
import { startMailServer } from '../support/providers/mail_server.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { isSigned } from '../support/providers/webhooks.ts';
import { newPerson, startServerWithGitHub } from './providers/mock.ts';

const { github, stack } = await startServerWithGitHub();

test("a provider’s client secret: gateways with the old and the new one complete each other's flows; the old one is removed", async () => {
  const [old = ''] = github.secrets;
  github.secrets.add('new-CANARY-secret');
  const renewed = await stack.another({ SVC_EXTERNAL_GITHUB_SECRET: 'new-CANARY-secret' });
  const nodes = [stack, renewed] as const;
  const signIn = async (first: (typeof nodes)[number], last: (typeof nodes)[number]) => {
    const there = await first.get('/authorize?provider=github');
    return readRedirectFragment(await last.get(github.consent(there.headers.get('location') ?? '', newPerson())));
  };
  for (const first of nodes) for (const last of nodes) assert.ok((await signIn(first, last)).has('access_token'));
  github.secrets.delete(old);
  assert.ok((await signIn(stack, renewed)).has('access_token'), 'begun by an old gateway');
  assert.is((await signIn(renewed, stack)).get('error_code'), 'unexpected_failure', 'this gateway was not restarted');
});

test('the secret of the captcha: gateways with the old and the new one, and then the new one alone', async () => {
  const party = await startThirdParty();
  const takes = new Set(['old-captcha', 'new-captcha']);
  party.behaviour = ({ form }) => ({ body: { success: takes.has(form.secret ?? '') } });
  try {
    const [before, after] = await Promise.all(
      [...takes].map((secret) =>
        stack.another({
          SVC_SECURITY_CAPTCHA_ENABLED: 'true',
          SVC_SECURITY_CAPTCHA_SECRET: secret,
          SVC_SECURITY_CAPTCHA_URL: `${party.url}/siteverify`,
        }),
      ),
    );
    const ask = async (node: typeof before) => {
      const gotrue_meta_security = { captcha_token: 'solved' };
      return (await node?.post('/recover', { email: newEmail(), gotrue_meta_security }))?.status;
    };
    assert.equal([await ask(before), await ask(after)], [200, 200]);
    takes.delete('old-captcha');
    assert.equal([await ask(before), await ask(after)], [400, 200]);
  } finally {
    await party.close();
  }
});

/** The two ways to configure a mail server. */
const MAIL_SERVERS: readonly [string, (port: number, password: string) => Partial<WorkerSettings>][] = [
  ['SVC_SMTP_PASS', (_port, smtp_pass) => ({ smtp_user: 'mailer', smtp_pass })],
  ['SVC_SMTP_URLS', (port, password) => ({ smtp_host: '', smtp_urls: `smtp://mailer:${password}@127.0.0.1:${port}` })],
];
for (const [setting, serverOf] of MAIL_SERVERS)
  test(`${setting}: a mail tried with the old password waits, and the next worker sends it`, async () => {
    const takes = new Set(['old-mail']);
    const sink = await startMailServer({
      authOptional: false,
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        done(takes.has(password ?? '') ? null : new Error('no'), { user: 'mailer' }),
    });
    // A separate database, because the stack's worker would send through its own mail server.
    const db = await createDatabase({ template: 'migrated' });
    const { log, text } = createMemoryLog();
    const start = (password: string) =>
      startWorker({ settings: workerSettings(db, sink.port, serverOf(sink.port, password)), log });
    let worker = await start('old-mail');
    try {
      await sink.waitFor((await queueMail(db)).email);
      takes.add('new-mail').delete('old-mail');
      sink.cutAll(); // an open connection stays logged in
      const late = await queueMail(db);
      for (let look = 0; look < 6_000 && !text().includes('message not sent'); look += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.is((await waitForState(db, late.message_id, ['queued', 'sending'])).state, 'queued');
      await worker.close();
      worker = await start('new-mail');
      await db.sql`update auth_queue.job set start_after = now() where data ->> 'message_id' = ${late.message_id}`;
      assert.is((await sink.waitFor(late.email)).length, 1);
      assert.not.match(text(), /old-mail|new-mail/);
    } finally {
      await worker.close();
      await sink.close();
      await db.drop();
    }
  });

test('the secret of a hook: gateways with the old one, both and the new one, while the receiver switches; the old one is removed', async () => {
  const party = await startThirdParty();
  const [old, renewed] = [8, 9].map((byte) => `v1,whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
    string,
    string,
  ];
  let known = [old];
  party.behaviour = (request) => {
    if (!known.some((secret) => isSigned(request, secret.replace('v1,', '')))) return { status: 401, body: {} };
    return { body: {}, headers: { 'content-type': 'application/json' } };
  };
  try {
    const env = serverHookSettings(party.url, 'before_user_created');
    const nodes = await Promise.all(
      [old, `${old}|${renewed}`, renewed].map((secrets) =>
        stack.another({ ...env, SVC_HOOK_BEFORE_USER_CREATED_SECRETS: secrets }),
      ),
    );
    const statuses = async () => {
      const answers = nodes.map((node) =>
        node.post('/signup', { email: newEmail(), password: 'correct horse battery' }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    assert.equal(await statuses(), [200, 200, 500], 'the receiver knows the old one');
    known = [old, renewed];
    assert.equal(await statuses(), [200, 200, 200]);
    known = [renewed];
    const before = party.requests.length;
    assert.equal(await statuses(), [500, 200, 200], 'the old one is taken out, there and here');
    const alone = party.requests.slice(before).filter(({ headers }) => !/ /.test(String(headers['webhook-signature'])));
    assert.ok(
      alone.some((request) => isSigned(request, renewed.replace('v1,', ''))),
      'signed by the new one alone',
    );
  } finally {
    await party.close();
  }
});

test('fixed codes of numbers: gateways with the old and the new one, each accepts its own', async () => {
  const env = { SVC_EXTERNAL_PHONE_ENABLED: 'true' };
  const nodes = await Promise.all(
    ['135790', '246810'].map((code) => stack.another({ ...env, SVC_SMS_TEST_OTP: `4915100000:${code}` })),
  );
  for (const [at, right, wrong] of [
    [0, '135790', '246810'],
    [1, '246810', '135790'],
  ] as const) {
    const node = nodes[at];
    await node?.post('/otp', { phone: '4915100000' });
    const type = (token: string) => node?.post('/verify', { type: 'sms', phone: '4915100000', token });
    assert.is((await type(wrong))?.status, 403);
    assert.is((await type(right))?.status, 200);
    await stack.db.sql`delete from auth.users where phone = '4915100000'`;
  }
});

test.run();
