// Account takeover before confirmation by phone: every sequence of up to two requests after the first sign-up, in SQL.
// The invariant is that of takeover.test.ts for codes sent by SMS.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMovableClock } from '../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  api,
  type CallResult,
  type Connection,
  codeOf,
  leaseQueuedMessages,
  returnedErrorCode,
  SETTINGS,
  type TokenRow,
} from '../support/database/sql_api.ts';
import { type ExpectedState, FIRST_PASSWORD, OTHER_PASSWORD } from './first_password.ts';

const TEST_CODE = '424242';
let db: TestDatabase;
let forward: (by: string, on?: Connection) => Promise<void>;
test.before(async () => {
  db = await createDatabase();
  forward = await createMovableClock(db.sql);
});
test.after(() => db.drop());

interface PhoneAction {
  name: string;
  call: string;
  args: CallResult;
  after(model: ExpectedState): ExpectedState;
}
const same = (model: ExpectedState): ExpectedState => model;
const broken = (model: ExpectedState): ExpectedState => ({ ...model, unbroken: false });
const contradicted = (model: ExpectedState): ExpectedState => ({ ...model, unanimous: false });
const first = { password: FIRST_PASSWORD };
const other = { password: OTHER_PASSWORD };
const ACTIONS: readonly PhoneAction[] = [
  { name: 'sign_up(first)', call: 'sign_up', args: first, after: same },
  { name: 'sign_up(first) 429', call: 'sign_up', args: first, after: same },
  { name: 'sign_up(other)', call: 'sign_up', args: other, after: contradicted },
  { name: 'sign_up(other) 429', call: 'sign_up', args: other, after: contradicted },
  { name: 'resend', call: 'resend', args: { type: 'sms' }, after: same },
  { name: 'resend 429', call: 'resend', args: { type: 'sms' }, after: same },
  { name: 'otp', call: 'request_otp', args: {}, after: broken },
  { name: 'otp 429', call: 'request_otp', args: {}, after: same },
  { name: 'otp(create_user false)', call: 'request_otp', args: { create_user: false }, after: broken },
];

interface PhoneRun {
  sql: Connection;
  phone: string;
  settings: CallResult;
}
let numbers = 0;
const newWorld = (sql: Connection, tested: boolean): PhoneRun => {
  const phone = `49151${String(++numbers).padStart(6, '0')}`;
  const sms = { external_phone_enabled: true, sms_ready: true, rate_limit_sms_sent: { count: 1_000_000 } };
  return { sql, phone, settings: { ...SETTINGS, ...sms, ...(tested ? { sms_test_otp: { [phone]: TEST_CODE } } : {}) } };
};

/** Performs an action after or within the message spacing. Returns the valid token and starts its lifetime. */
async function performAction(world: PhoneRun, { name, call, args }: PhoneAction): Promise<TokenRow> {
  const { sql, phone, settings } = world;
  const limited = name.endsWith(' 429');
  await (limited
    ? sql.unsafe(
        `insert into auth.attempts as m (digest, asked_at, touched_at)
         values (auth_lib.attempt_digest('sms', $1), auth_lib.clock(), auth_lib.clock())
         on conflict on constraint attempts_pkey do update set asked_at = excluded.asked_at`,
        [phone],
      )
    : forward('61 seconds', sql));
  const code = returnedErrorCode(await api(sql, call, { phone, ...args, settings }));
  assert.is(code, limited ? 'over_sms_send_rate_limit' : undefined, name);
  // Codes are valid for one minute, and the clock has moved further. The update restarts the lifetime, so each attempt
  // has a valid code.
  await sql.unsafe('update auth.one_time_tokens set expires_at = null where address = $1', [phone]);
  const [token] = await leaseQueuedMessages(sql, phone);
  await sql.unsafe(`update auth.one_time_tokens set expires_at = auth_lib.clock() + valid_for where address = $1`, [
    phone,
  ]);
  return token as TokenRow;
}

class DoneError extends Error {}
/** Runs work after a savepoint, and rolls back to the savepoint. */
async function rollBackAfter(sql: Connection, work: () => Promise<void>): Promise<void> {
  await sql.unsafe('savepoint before');
  await work();
  await sql.unsafe('rollback to savepoint before; release savepoint before');
}

async function confirmEachCode(
  world: PhoneRun,
  about: string,
  model: ExpectedState,
  token: TokenRow,
  dead: readonly TokenRow[],
) {
  const { sql, phone, settings } = world;
  const verify = (code: string) => api(sql, 'verify_token', { type: 'sms', phone, code, settings });
  for (const earlier of dead) {
    const code = codeOf(earlier);
    if (code !== codeOf(token))
      assert.is(returnedErrorCode(await verify(code)), 'otp_expired', `${about}: a replaced code`);
  }
  const answer = await verify(settings.sms_test_otp ? TEST_CODE : codeOf(token));
  assert.is((answer.body as CallResult | undefined)?.token_type, 'bearer', `${about}: ${JSON.stringify(answer)}`);
  const signIn = async (password: string) =>
    returnedErrorCode(await api(sql, 'sign_in_with_password', { phone, password, settings })) ?? 'in';
  const works = model.unbroken && model.unanimous;
  const expected = [works ? 'in' : 'invalid_credentials', 'invalid_credentials'];
  const [left] = await sql.unsafe<{ sessions: number; pending: number }[]>(
    `select (select count(*)::int from auth.sessions where user_id = $1::uuid) as sessions,
            (select count(*)::int from auth.pending_passwords where user_id = $1::uuid) as pending`,
    [token.user_id],
  );
  assert.equal([left?.sessions, left?.pending], [1, 0], about);
  assert.equal([await signIn(FIRST_PASSWORD), await signIn(OTHER_PASSWORD)], expected, about);
}

const counted = { orders: 0 };
async function exploreActions(
  world: PhoneRun,
  path: readonly PhoneAction[],
  model: ExpectedState,
  tokens: readonly TokenRow[],
  depth: number,
) {
  counted.orders += 1;
  const [token, ...dead] = tokens as [TokenRow, ...TokenRow[]];
  await rollBackAfter(world.sql, () =>
    confirmEachCode(world, path.map(({ name }) => name).join(', '), model, token, dead),
  );
  if (depth === 0) return;
  for (const action of ACTIONS) {
    await rollBackAfter(world.sql, async () => {
      const next = await performAction(world, action);
      const all = next.id === token.id ? tokens : [next, ...tokens];
      await exploreActions(world, [...path, action], action.after(model), all, depth - 1);
    });
  }
}

async function exploreAll(tested: boolean, depth: number, hole?: string): Promise<void> {
  await db.sql
    .begin(async (sql) => {
      if (hole) await sql.unsafe(hole);
      const world = newWorld(sql, tested);
      const token = await performAction(world, ACTIONS[0] as PhoneAction);
      await exploreActions(world, [ACTIONS[0] as PhoneAction], { unbroken: true, unanimous: true }, [token], depth);
      throw new DoneError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof DoneError)) throw error;
    });
}

test('the invariant holds for every order of up to two requests after the first sign-up', async () => {
  await exploreAll(false, 2);
  assert.is(counted.orders, 1 + ACTIONS.length + ACTIONS.length ** 2);
});

test('the invariant holds for a test number, whose fixed code replaces every pending one', async () => {
  await exploreAll(true, 1);
});

const HOLES: Record<string, string> = {
  'another password voids nothing': `create or replace function auth_lib.void_pending_password(user_id uuid, computed text)
    returns void language sql volatile as $$ select null::void $$`,
  'every code carries': `create or replace function auth_lib.carries_password(user_id uuid, kind text)
    returns boolean language sql stable as 'select true';
    do $$ begin execute replace(pg_get_functiondef('auth_lib.consume_token'::regproc), 'token.carries_password and', ''); end $$;
    do $$ begin execute replace(pg_get_functiondef('auth_lib.request_confirmation'::regproc),
      'if not carries_password then', 'if false then'); end $$`,
};
for (const [about, hole] of Object.entries(HOLES)) {
  test(`the exploration detects a planted hole: ${about}`, async () => {
    const found = await exploreAll(false, 1, hole).then(
      () => 'nothing',
      (error: unknown) => error,
    );
    assert.instance(found, assert.Assertion);
  });
}

test.run();
