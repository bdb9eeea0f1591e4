// Calls every public SQL function with random values of the right types. Each call returns a result, an error of
// errors.sql, or an SQLSTATE for invalid data. No call fails because of its own statements, and no read-only function
// writes. POSTERN_TEST_SEED repeats a run. POSTERN_RANDOM_CALLS sets the number of calls per function.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  api,
  type Connection,
  client,
  code_keys,
  createConfirmedPerson,
  openSqlApi,
  SETTINGS,
} from '../support/database/sql_api.ts';
import { createRandom, readSeed } from './chance.ts';
import { HOSTILE_TEXTS } from './hostile.ts';

const CALLS = Number(process.env.POSTERN_RANDOM_CALLS ?? 6);
const surface = await openSqlApi();
const { sql } = surface.db;
test.after(() => surface.db.drop());

/** Functions that create or delete a user, in a call or with an import. Others do not change the number of users. */
const CHANGES_USERS = [
  ...['create_scim_resource', 'create_user', 'delete_scim_resource', 'delete_user', 'finish_provider_flow'],
  ...['finish_saml_flow', 'generate_link', 'import_users', 'invite_user', 'merge_users'],
  ...['request_magic_link', 'request_otp', 'sign_in_with_id_token', 'sign_in_with_web3', 'sign_up'],
];

interface Callable {
  name: string;
  names: string[];
  types: string[];
  volatile: boolean;
}

const callables = async (): Promise<Callable[]> => {
  const rows = await sql<Callable[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as names, p.provolatile = 'v' as volatile,
      array(select format_type(t.type, null) from unnest(p.proargtypes) with ordinality as t (type, place)
        order by t.place) as types
    from pg_proc as p where p.pronamespace = 'auth_api'::regnamespace and p.prorettype <> 'trigger'::regtype
    order by p.proname`;
  return [...rows];
};

/** Arguments that the gateway or the worker provides, and not a client. */
const OURS: Record<string, unknown> = {
  settings: SETTINGS,
  client,
  code_keys,
};

/**
 * SQLSTATE classes of errors that a caller causes: invalid data, broken constraints, our own errors, and a hook that
 * the gateway has to call. Any other class is a fault of the function.
 */
const EXPECTED = /^(22|23|PT|PH001)/;

test('every function survives random arguments', async () => {
  const seed = readSeed();
  const pick = createRandom(seed);
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const person = await createConfirmedPerson(surface);
  const admin = { role: 'service_role', exp: 4_102_444_800 };
  const user = {
    sub: person.id,
    session_id: person.session_id,
    role: 'authenticated',
    aud: 'authenticated',
    exp: 4_102_444_800,
  };
  const texts = [
    ...HOSTILE_TEXTS.filter((text) => !text.includes('\0') && text.isWellFormed()),
    'email',
    'signup',
    person.id,
    'a@example.com',
    '491701234567',
    'others',
  ];
  const value = (name: string, type: string): unknown => {
    if (name in OURS) return OURS[name];
    if (name === 'claims') return one([admin, user, user, {}, { sub: one(texts) }]);
    if (name === 'outcome') return one(['failed', 'rejected']); // the worker passes only these
    if (pick(5) === 0) return null;
    if (type.endsWith('[]')) return type === 'text[]' ? [one(texts)] : null;
    if (type === 'uuid') return one([person.id, person.session_id, randomUUID()]);
    if (type === 'jsonb' || type === 'json') return one([{}, null, { a: one(texts) }]);
    if (type === 'boolean') return pick(2) === 0;
    if (/int|numeric|double/.test(type)) return one([0, 1, -1, 2_147_483_647]);
    if (/timestamp/.test(type)) return one(['2031-05-01T12:00:00Z', 'infinity', '-infinity', '0001-01-01T00:00:00Z']);
    if (type === 'interval') return one(['0', '1 hour', '-1 day']);
    if (type === 'inet') return one(['192.0.2.1', '::1']);
    if (type === 'bytea') return Buffer.from(one(texts));
    return one(texts);
  };
  const faults: string[] = [];
  const all = await callables();
  assert.ok(all.length > 150, `${all.length} functions`);
  for (const { name, names, types, volatile } of all) {
    for (let call = 0; call < CALLS; call += 1) {
      const args = names.map((argument, index) => value(argument, types[index] as string));
      const list = names
        .map((argument, index) => `${argument} => $${index + 1}::${castOf(types[index] as string)}`)
        .join(', ');
      const { error, users } = await attempt(
        (work) => work.unsafe(`select auth_api.${name}(${list})`, args as never[]),
        volatile,
      );
      if (error !== null && !EXPECTED.test(error.code)) faults.push(`${name}: ${error.code} ${error.message}`);
      if (users !== 0 && (!CHANGES_USERS.includes(name) || Math.abs(users) > 1)) faults.push(`${name}: ${users} users`);
    }
  }
  assert.equal(faults, [], `seed ${seed}`);
  const missing = CHANGES_USERS.filter((name) => !all.some((one) => one.name === name));
  assert.equal(missing, []);
});

test('only functions that create or delete a user change the number of users, each by one', async () => {
  const { id } = await createConfirmedPerson(surface);
  const claims = { role: 'service_role', exp: 4_102_444_800 };
  const made = await attempt((work) => api(work, 'sign_up', { email: 'new@example.com', password: 'correct horse' }));
  assert.equal(made, { error: null, users: 1 });
  const deleted = await attempt((work) => api(work, 'delete_user', { claims, user_id: id }));
  assert.equal(deleted, { error: null, users: -1 });
});

/** The driver cannot serialize infinite times, so they are sent as text. */
const castOf = (type: string): string => (/timestamp/.test(type) ? `text::${type}` : type);

class Undo extends Error {}

interface Outcome {
  error: { code: string; message: string } | null;
  /** Number of users that the call has created, less those that it has deleted. */
  users: number;
}

/** Runs a call in a transaction that is rolled back, read-only if the function only reads. */
async function attempt(call: (work: Connection) => Promise<unknown>, volatile = true): Promise<Outcome> {
  let users = 0;
  try {
    await sql.begin(volatile ? 'read write' : 'read only', async (work) => {
      const count = async (): Promise<number> =>
        (await work<{ n: number }[]>`select count(*)::integer as n from auth.users`)[0]?.n ?? 0;
      await work.unsafe("set local statement_timeout = '5s'");
      const before = await count();
      await call(work);
      users = (await count()) - before;
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return { error: null, users };
    const { code = 'no code', message } = error as Error & { code?: string };
    return { error: { code, message }, users };
  }
  throw new Error('the transaction was not rolled back');
}

test.run();
