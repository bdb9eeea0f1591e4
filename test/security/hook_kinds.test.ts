// Runs each kind of hook function with each fault that does not depend on the event. No sign-in succeeds, no partial
// write remains, and the same request succeeds after the function is repaired. hook_functions.test.ts covers faults of
// claims.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutgoingMessage } from '../../core/senders.ts';
import { createHookSender, type SendHookName } from '../../worker/hooks/send.ts';
import { createBoundedPool } from '../../worker/queue/bounded_pool.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { createHookSchema, defineHook, functionHookSettings } from '../support/database/hooks.ts';
import { LAYOUT } from '../support/database/layout.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';
import { DEALLOCATES_STATEMENTS, FAULTY_HOOKS } from './hook_faults.ts';

const PASSWORD = 'correct horse battery';
const ASKED = [
  'before_user_created',
  'after_user_created',
  'password_verification_attempt',
  'mfa_verification_attempt',
];
const stack = await startStack({
  keeps_time_limits: true,
  worker: false,
  env: {
    ...functionHookSettings(...ASKED),
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_SECURITY_MAX_PASSWORD_FAILURES: '10000',
    SVC_SECURITY_MAX_CODE_FAILURES: '10000',
    SVC_SECURITY_MAX_CODE_FAILURES_PER_DAY: '10000',
  },
});
const { db } = stack;
// Same statement timeout as the worker's connections for hooks: two seconds.
const sql = createBoundedPool(() => db.login('worker', 4, { statement_timeout: 2_000 }), { max: 4 });
test.after(async () => {
  await sql.end({ timeout: 2 });
  await stack.close();
});
await createHookSchema(db);
await db.sql.unsafe(`
  create function app.note() returns int language plpgsql as 'begin insert into app.notes values (current_user); return 1; end';
  grant execute on function app.note to auth_hooks`);

/** Faults of hook_faults.ts whose error does not depend on claims. */
const OF_ALL = Object.entries(FAULTY_HOOKS).filter(([, [, , message]]) =>
  [
    'Error running hook',
    'temporarily unavailable',
    'size limit of 204800 bytes',
    'Error unmarshaling JSON output.',
    'not today',
    'no',
  ].some((text) => message.test(text)),
);
/** Hooks whose result matters only if it is an error. */
const UNREAD = new Set(['after_user_created', 'send_email', 'send_sms']);
/**
 * A fault that is not tested with after_user_created. The read-only transaction makes the insert of the new user fail,
 * and the gateway reports a database fault in place of the hook's.
 */
const READ_ONLY = 'writes in a transaction that it has made read only';
const isFault = (hook: string, what: string): boolean =>
  !(LAYOUT.pooler && what === DEALLOCATES_STATEMENTS) &&
  !(UNREAD.has(hook) && what === 'answers null') &&
  !(hook === 'after_user_created' && what === READ_ONLY);
const SLOW = 'hangs';

const email = newEmail();
const { body: first } = await stack.post('/signup', { email, password: PASSWORD });
const token = bearer(first.access_token);
const { body: factor } = await stack.post('/factors', { factor_type: 'totp' }, token);
const secret = decodeBase32((factor.totp as { secret: string }).secret);
const path = `/factors/${String(factor.id)}`;

const signUp = () => stack.post('/signup', { email: newEmail(), password: PASSWORD });
const REQUESTS: Readonly<Record<string, () => Promise<Answer>>> = {
  before_user_created: signUp,
  after_user_created: signUp,
  password_verification_attempt: () => stack.post('/token?grant_type=password', { email, password: PASSWORD }),
  mfa_verification_attempt: async () => {
    const { body } = await stack.post(`${path}/challenge`, {}, token);
    return stack.post(`${path}/verify`, { challenge_id: body.id, code: computeTotp(secret, Date.now()) }, token);
  },
};

/**
 * Returns the row counts of the tables that a request writes, the state of the factors, and a digest of the sessions.
 */
async function storedRows(): Promise<Record<string, unknown>> {
  const [row] = await db.sql`
    select (select count(*) from auth.users) as users, (select count(*) from auth.addresses) as addresses,
      (select count(*) from auth.identities) as identities, (select count(*) from auth.passwords) as passwords,
      (select count(*) from app.notes) as notes, (select count(*) from auth.messages) as messages,
      (select string_agg(f.status || coalesce(f.used_step::text, ''), ' ') from auth.factors as f) as factors,
      (select md5(string_agg(s::text, ' ' order by s.id)) from auth.sessions as s) as sessions`;
  return { ...row };
}

for (const [hook, ask] of Object.entries(REQUESTS)) {
  test(`${hook}: each fault of its function leaves the request without effect`, async () => {
    const before = await storedRows();
    for (const [what, [body, status, message, declare]] of OF_ALL) {
      if (what === SLOW || !isFault(hook, what)) continue;
      await defineHook(db, hook, body, declare);
      const answer = await ask();
      assert.is(answer.status, status, `${what}: ${answer.text}`);
      assert.match(String(answer.body.msg), message, what);
      assert.not.match(answer.text, /inner reason|access_token/, what);
    }
    assert.equal(await storedRows(), before);
    await defineHook(db, hook);
    const well = await ask();
    assert.is(well.status, 200, well.text);
  });
}

for (const hook of ['send_email', 'send_sms'] as const satisfies readonly SendHookName[]) {
  const send = createHookSender(hook, { schema: 'app', function: hook }, { sql, api: 'auth_api' });
  const attempt = (): Promise<string> =>
    send({ id: '1', event: { user: {} } } as OutgoingMessage, new AbortController().signal).then(
      () => 'sent',
      (error: Error) => error.message,
    );

  test(`${hook}: each fault of its function makes the attempt fail, and nothing is stored`, async () => {
    const before = await storedRows();
    for (const [what, [body, , message, declare]] of OF_ALL) {
      if (what === SLOW || !isFault(hook, what)) continue;
      await defineHook(db, hook, body, declare);
      const outcome = await attempt();
      const words = message.test(outcome) || /^the function of the hook (failed|did not end in time)/.test(outcome);
      assert.ok(words, `${what}: ${outcome}`);
    }
    assert.equal(await storedRows(), before);
    await defineHook(db, hook);
    assert.is(await attempt(), 'sent');
  });
}

test('hanging functions are ended although they catch the timeout', async () => {
  const before = await storedRows();
  const hanging = `perform pg_sleep(60); return null;`;
  const stubborn = `begin perform pg_sleep(60); exception when query_canceled then perform pg_sleep(60); end; return null;`;
  await Promise.all(ASKED.map((hook) => defineHook(db, hook, hook === 'before_user_created' ? stubborn : hanging)));
  const answers = await Promise.all(
    Object.entries(REQUESTS).flatMap(([hook, ask]) => (hook === 'after_user_created' ? [] : [ask()])),
  );
  for (const { status, text } of answers) assert.is(status, 503, text);
  await Promise.all(ASKED.map((hook) => defineHook(db, hook)));
  assert.equal(await storedRows(), before);
  // Waits until the server has ended the statement of the closed connection.
  for (let looks = 0; ; looks += 1) {
    const held =
      await db.sql`select from pg_stat_activity where usename = 'auth_gateway' and datname = current_database()
      and state = 'active'`;
    if (held.length === 0) break;
    assert.ok(looks < 600, 'it still runs');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.is((await signUp()).status, 200);
});

test.run();
