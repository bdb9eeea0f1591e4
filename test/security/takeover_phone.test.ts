// Account take-over before confirmation by phone, in SQL, for every order of up to two requests after the first sign-up.
//
// The invariant is that of takeover.test.ts, for codes by SMS. After the proof, the password of the sign-up that created
// the account signs in if and only if that sign-up sent the code, or a /signup or /resend that continues it without an
// /otp in between, and no /signup with another password was requested for the number, not even one that got 429. The
// other password never signs in, the proof's session is the only one, and an earlier code confirms nothing.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { movableClock } from '../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  type Answer,
  api,
  type Connection,
  codeOf,
  deliver,
  refusedCode,
  SETTINGS,
  type TokenRow,
} from '../support/database/surface.ts';
import { FIRST_PASSWORD, type Model, OTHER_PASSWORD } from './first_password.ts';

const TEST_CODE = '424242';
let db: TestDatabase;
let forward: (by: string, on?: Connection) => Promise<void>;
test.before(async () => {
  db = await createDatabase();
  forward = await movableClock(db.sql);
});
test.after(() => db.drop());

interface Action {
  name: string;
  call: string;
  args: Answer;
  after(model: Model): Model;
}
const same = (model: Model): Model => model;
const broken = (model: Model): Model => ({ ...model, unbroken: false });
const contradicted = (model: Model): Model => ({ ...model, unanimous: false });
const first = { password: FIRST_PASSWORD };
const other = { password: OTHER_PASSWORD };
const ACTIONS: readonly Action[] = [
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

interface World {
  sql: Connection;
  phone: string;
  settings: Answer;
}
let numbers = 0;
const newWorld = (sql: Connection, tested: boolean): World => {
  const phone = `49151${String(++numbers).padStart(6, '0')}`;
  const sms = { external_phone_enabled: true, sms_ready: true, rate_limit_sms_sent: { count: 1_000_000 } };
  return { sql, phone, settings: { ...SETTINGS, ...sms, ...(tested ? { sms_test_otp: { [phone]: TEST_CODE } } : {}) } };
};

/** Runs an action, either after the spacing or within it. Returns the live token with its lifetime started. */
async function act(world: World, { name, call, args }: Action): Promise<TokenRow> {
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
  const code = refusedCode(await api(sql, call, { phone, ...args, settings }));
  assert.is(code, limited ? 'over_sms_send_rate_limit' : undefined, name);
  // Codes live one minute. Restart their lifetime when the clock moves, so that each proof has a live one.
  await sql.unsafe('update auth.one_time_tokens set expires_at = null where address = $1', [phone]);
  const [token] = await deliver(sql, phone);
  await sql.unsafe(`update auth.one_time_tokens set expires_at = auth_lib.clock() + valid_for where address = $1`, [
    phone,
  ]);
  return token as TokenRow;
}

class DoneError extends Error {}
/** Runs work in a transaction or savepoint that is rolled back. */
async function rolledBack(sql: Connection, work: () => Promise<void>): Promise<void> {
  await sql.unsafe('savepoint before');
  await work();
  await sql.unsafe('rollback to savepoint before; release savepoint before');
}

async function prove(world: World, about: string, model: Model, token: TokenRow, dead: readonly TokenRow[]) {
  const { sql, phone, settings } = world;
  const verify = (code: string) => api(sql, 'verify_token', { type: 'sms', phone, code, settings });
  for (const earlier of dead) {
    const code = codeOf(earlier);
    if (code !== codeOf(token)) assert.is(refusedCode(await verify(code)), 'otp_expired', `${about}: a replaced code`);
  }
  const answer = await verify(settings.sms_test_otp ? TEST_CODE : codeOf(token));
  assert.is((answer.body as Answer | undefined)?.token_type, 'bearer', `${about}: ${JSON.stringify(answer)}`);
  const signIn = async (password: string) =>
    refusedCode(await api(sql, 'sign_in_with_password', { phone, password, settings })) ?? 'in';
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
async function explore(
  world: World,
  path: readonly Action[],
  model: Model,
  tokens: readonly TokenRow[],
  depth: number,
) {
  counted.orders += 1;
  const [token, ...dead] = tokens as [TokenRow, ...TokenRow[]];
  await rolledBack(world.sql, () => prove(world, path.map(({ name }) => name).join(', '), model, token, dead));
  if (depth === 0) return;
  for (const action of ACTIONS) {
    await rolledBack(world.sql, async () => {
      const next = await act(world, action);
      const all = next.id === token.id ? tokens : [next, ...tokens];
      await explore(world, [...path, action], action.after(model), all, depth - 1);
    });
  }
}

async function explored(tested: boolean, depth: number, hole?: string): Promise<void> {
  await db.sql
    .begin(async (sql) => {
      if (hole) await sql.unsafe(hole);
      const world = newWorld(sql, tested);
      const token = await act(world, ACTIONS[0] as Action);
      await explore(world, [ACTIONS[0] as Action], { unbroken: true, unanimous: true }, [token], depth);
      throw new DoneError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof DoneError)) throw error;
    });
}

test('the invariant holds for every order of up to two requests after the first sign-up', async () => {
  await explored(false, 2);
  assert.is(counted.orders, 1 + ACTIONS.length + ACTIONS.length ** 2);
});

test('the invariant holds for a test number, whose fixed code replaces every pending one', async () => {
  await explored(true, 1);
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
    const found = await explored(false, 1, hole).then(
      () => 'nothing',
      (error: unknown) => error,
    );
    assert.instance(found, assert.Assertion);
  });
}

test.run();
