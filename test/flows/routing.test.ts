// From each link, code, refresh token and job, at least the last four hexadecimal digits of its user's id can be read.
// This allows distributing users among databases (docs/adr/0028-standbys-work-the-primary-decides.md).
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { createLog } from '../../core/log.ts';
import { startWorker } from '../../worker/main.ts';
import { JWT_SECRET, newEmail, PEPPER, startStack } from '../support/processes/stack.ts';
import { addWebhook } from '../support/providers/webhooks.ts';
import { providerFlows } from './providers/journey.ts';
import { newPerson, startGitHubMock } from './providers/mock.ts';

const github = await startGitHubMock();
const stack = await startStack({
  worker: false,
  env: {
    ...github.env,
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_PROVIDER: 'textlocal',
    SVC_SMS_TEXTLOCAL_API_KEY: 'x',
    SVC_SMS_TEXTLOCAL_SENDER: 'x',
    SVC_SMS_TEXTLOCAL_URL: 'http://127.0.0.1:1',
    SVC_HOOK_AFTER_USER_CREATED_ENABLED: 'true',
    SVC_HOOK_AFTER_USER_CREATED_URI: 'http://127.0.0.1:1/',
  },
});
test.after(async () => {
  await stack.close();
  await github.close();
});
const { sql } = stack.db;
const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
const PKCE = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' };
const PASSWORD = 'correct horse battery';

/** Returns the last four hexadecimal digits of an id, which select one of 65,536 parts. */
const partOf = (id: string): string => id.slice(-4);
const codeIn = (location: string | null): string => new URL(location ?? '').searchParams.get('code') ?? '';

/** Sends the queued mails. Returns the mail to an address. */
async function sendMailsAndRead(email: string) {
  const worker = await startWorker({
    settings: { ...stack.settings, hook_after_user_created_enabled: false },
    log: createLog({ level: 'fatal', stream: { write: () => undefined } }),
  });
  try {
    return await stack.mail(email);
  } finally {
    await worker.close();
  }
}

test('jobs of mails, SMS, hooks and webhooks name their user', async () => {
  await addWebhook(stack.db, 'http://127.0.0.1:1/');
  const { body } = await stack.post('/signup', { email: newEmail(), password: PASSWORD });
  const phone = await stack.post('/signup', { phone: '+15550001234', password: PASSWORD });
  const jobs = await sql<{ queue: string; user_id: string | null }[]>`
    select distinct j.name as queue, j.data ->> 'user_id' as user_id from auth_queue.job as j
    where j.name in ('mail', 'sms', 'hooks', 'webhooks') order by 1, 2`;
  assert.equal([...new Set(jobs.map(({ queue }) => queue))], ['hooks', 'mail', 'sms', 'webhooks']);
  const known = new Set([body.id, phone.body.id]);
  assert.equal(
    jobs.filter(({ user_id }) => !known.has(user_id)),
    [],
  );
});

test('a link, the code that it leads to, and the refresh token that this is exchanged for', async () => {
  const email = newEmail();
  const { body } = await stack.post('/signup', { email, password: PASSWORD, ...PKCE });
  const { path } = await sendMailsAndRead(email);
  const token = new URLSearchParams(path.split('?')[1]).get('token') ?? '';
  assert.is(token.length, 'pkce_'.length + 56, 'as long as those that clients of supabase/auth expect');
  const id = ring.openLink(token.slice('pkce_'.length)) ?? '';
  assert.is.not(id, body.id);
  assert.is(partOf(id), partOf(String(body.id)));
  const auth_code = codeIn((await stack.get(path)).headers.get('location'));
  assert.is(partOf(auth_code), partOf(String(body.id)));
  const session = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier: PKCE.code_challenge });
  const opened = ring.openRefresh(String(session.body.refresh_token));
  assert.is(opened.ok && opened.user_id, body.id);
});

test('the code that a provider sign-in leads to', async () => {
  const there = await providerFlows(stack, github).depart(`&${new URLSearchParams(PKCE)}`);
  const person = newPerson();
  const code = codeIn((await stack.get(github.consent(there, person))).headers.get('location'));
  const [user] = await sql`select id from auth.users where email = ${person.emails[0]?.email ?? ''}`;
  assert.is(partOf(code), partOf(String(user?.id)));
});

test('ids are spread evenly over the parts, including those that start with the time', async () => {
  const count = 2_000;
  for (const make of ['gen_random_uuid()', `('01900000-0000-7' || right(gen_random_uuid()::text, 21))::uuid`]) {
    const [row] = await sql.unsafe(
      `select count(distinct right(id::text, 4))::integer as parts, count(distinct auth_lib.routed_uuid(id))::integer as ids
       from (select ${make} as id from generate_series(1, ${count})) as made`,
    );
    // On average, about 30 of the 2,000 ids are in the same part as an earlier id.
    assert.ok((row?.parts as number) > count - 150, `${make}: ${row?.parts}`);
    assert.is(row?.ids, count);
  }
});

test('no statement orders or finds rows by ctid', () => {
  const sources = [
    'sql',
    'core',
    'gateway',
    'worker',
    'install',
    'import',
    'dev',
    'console',
    'cli',
    'optional',
  ].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(sql|ts)$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
  assert.ok(sources.length > 400, String(sources.length));
  const withoutComments = (text: string): string => text.replace(/(^|\s)(--|\/\/).*$/gm, '$1');
  assert.equal(
    sources.filter((file) => /\bctid\b/i.test(withoutComments(readFileSync(file, 'utf8')))),
    [],
  );
});

test.run();
