// runner: when=sql,gateway,core

// Calls every public SQL function, first with arguments with which it succeeds (random_examples.ts), then with random
// values of the right types in place of some of them. Each call returns a result or an error of errors.sql. No call
// fails because of its own statements, and no read-only function writes. POSTERN_TEST_SEED repeats a run.
// POSTERN_RANDOM_CALLS sets the number of calls per function.
// random_calls.counterexamples.jsonl contains arguments with which a function once failed, by its name.
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  api,
  type Connection,
  client,
  code_keys,
  createConfirmedPerson,
  openSqlApi,
} from '../support/database/sql_api.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { checkModel } from './model.ts';
import { readSeed } from './random.ts';
import { EXAMPLES, NEVER_SUCCEED } from './random_examples.ts';
import { ADMIN, createWorld } from './random_world.ts';

const CALLS = Number(process.env.POSTERN_RANDOM_CALLS ?? 6);
const surface = await openSqlApi();
const { sql } = surface.db;
test.after(() => surface.db.drop());

/** Functions that may create or delete users. All other functions leave the number of users unchanged. */
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
  /** True if the login of the admin API may call the function, and that of public routes may not. */
  administers: boolean;
}

const callables = async (): Promise<Callable[]> => {
  const rows = await sql<Callable[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as names, p.provolatile = 'v' as volatile,
      has_function_privilege('auth_admin', p.oid, 'execute')
        and not has_function_privilege('auth_gateway', p.oid, 'execute') as administers,
      array(select format_type(t.type, null) from unnest(p.proargtypes) with ordinality as t (type, place)
        order by t.place) as types
    from pg_proc as p where p.pronamespace = 'auth_api'::regnamespace and p.prorettype <> 'trigger'::regtype
    order by p.proname`;
  return [...rows];
};

/** Arguments that the gateway or the worker provides, and not a client. */
const OURS: Record<string, unknown> = { client, code_keys };

/**
 * SQLSTATEs of documented errors, and of a hook that the gateway has to call. Any other one is a fault of the function
 * and would be a 500.
 */
const EXPECTED = /^(PT|PH001)/;

/** Placeholders in stored arguments, with the values of this run. */
const CURRENT = await createWorld(surface);
const TEXT = fc.constantFrom(
  '<user>',
  'email',
  'signup',
  'a@example.com',
  '491701234567',
  'others',
  ...HOSTILE_TEXTS.filter((text) => !text.includes('\0') && text.isWellFormed()),
);

const hex = (bytes: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((list) => Buffer.from(list).toString('hex'));

/**
 * Arguments that the gateway or the worker makes for each call, by type and parameter, or by function and
 * parameter. They have the form that the function expects, because the gateway has verified them.
 */
const MADE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'uuid id': fc.uuid(),
  'jsonb settings': fc.constantFrom('<settings>', '<settings with hooks>'),
  'text client_id': fc.oneof(fc.constant('<client>'), TEXT),
  'jsonb link': fc.record(
    {
      redirect_to: TEXT,
      code_challenge: fc.constantFrom('c'.repeat(43), ''),
      code_challenge_method: fc.constantFrom('s256', 'plain', ''),
    },
    { requiredKeys: [] },
  ),
  'jsonb proof': fc.record({
    client_id: fc.constantFrom('<client>', 'nobody'),
    method: fc.constantFrom('none', 'client_secret_basic', 'client_secret_post'),
    generation: fc.constantFrom(0, 1, 2),
  }),
  'jsonb request': fc.record(
    {
      client_id: fc.constantFrom('<client>', 'nobody'),
      redirect_uri: fc.oneof(fc.constant('https://app.example.com/callback'), TEXT),
      response_type: fc.constantFrom('code', 'token'),
      scope: fc.oneof(fc.constant('openid email'), TEXT),
      code_challenge: fc.constant('c'.repeat(43)),
      code_challenge_method: fc.constantFrom('S256', 'plain'),
    },
    { requiredKeys: ['client_id'] },
  ),
  'uuid worker_id': fc.uuid(),
  'text old_token': fc.option(hex(32)),
  'integer most': fc.constantFrom(0, 1, 2_147_483_647),
  'renew_provider_token.tokens': fc.constant(EXAMPLES.renew_provider_token?.tokens),
  'finish_saml_flow.assertion': fc.record({
    id: TEXT,
    expires_at: fc.constantFrom('2031-05-01T12:05:00Z', '9999-01-01T00:00:00Z'),
    subject: fc.option(TEXT),
    email: fc.option(TEXT),
    data: fc.record({ sub: TEXT, email: TEXT, email_verified: fc.boolean() }),
    session_not_after: fc.constantFrom(null, '2031-05-01T12:00:01Z', '0001-01-01T00:00:00Z'),
  }),
  'sign_in_with_id_token.provider': fc.constantFrom('google', 'apple'),
  'sign_in_with_id_token.token': fc.record({ digest: hex(32), expires_at: fc.constantFrom(0, 4_000_000_000) }),
  'jsonb profile': fc.record({
    subject: TEXT,
    emails: fc.array(fc.record({ email: TEXT, verified: fc.boolean(), primary: fc.boolean() }), { maxLength: 3 }),
    data: fc.record({ sub: TEXT, email: TEXT, email_verified: fc.boolean() }),
    email_optional: fc.boolean(),
  }),
  'patch_scim_resource.operations': fc.array(
    fc.record({
      op: fc.constantFrom('add', 'replace', 'remove'),
      path: fc.tuple(fc.constantFrom('title', 'displayName', 'userName', 'externalId')),
      many: fc.constant(false),
      value: TEXT,
    }),
    { maxLength: 3 },
  ),
  'jsonb user_code_macs': fc.array(hex(32), { maxLength: 3 }),
  'change_sso_provider.metadata': fc.constantFrom('<kept metadata>', null),
  'create_sso_provider.metadata': fc.constant('<kept metadata>'),
  'finish_saml_metadata.metadata': fc.constant('<kept metadata>'),
  'restore_sso_provider.domains': fc.constant([]),
  'restore_sso_provider.metadata': fc.constant('<kept metadata>'),
  'enroll_factor.secret': fc.constant('sealed'),
  'finish_message.error': TEXT,
  'create_webhook.url': TEXT,
  'create_webhook.kinds': fc.array(TEXT, { maxLength: 2 }),
  'add_tallies.tallies': fc.constant([]),
  'add_tallies.refusals': fc.constant([]),
  'count_request.limits': fc.constant([]),
  'exchange_authorization.resources': fc.array(TEXT, { maxLength: 2 }),
  'export_users.columns': fc.array(TEXT, { maxLength: 2 }),
  'import_users.users': fc.constantFrom('[]', '[{}]'),
  'replace_sealed.changes': fc.constant([]),
  'test_hook.hook': TEXT,
  'finish_passkey_registration.credential': fc.record({
    id: hex(16),
    public_key: hex(77),
    attestation_type: fc.constant('none'),
    aaguid: fc.uuid(),
    sign_count: fc.nat(4_294_967_295),
    transports: fc.constantFrom([], ['usb', 'nfc']),
    backup_eligible: fc.boolean(),
    backed_up: fc.boolean(),
  }),
  'sign_in_with_web3.message': fc.record({
    chain: fc.constantFrom('ethereum', 'solana'),
    address: TEXT,
    network: TEXT,
    domain: TEXT,
    statement: fc.option(TEXT),
    issued_at: fc.constantFrom('2031-05-01T12:00:00Z', '0001-01-01T00:00:00Z'),
    expires_at: fc.constantFrom('2031-05-01T12:00:00Z', '9999-01-01T00:00:00Z', null),
    not_before: fc.constantFrom('2031-05-01T12:00:00Z', '9999-01-01T00:00:00Z', null),
    digest: hex(32),
  }),
};

/** Returns the stored arguments with which a function succeeds. */
function exampleArguments({ name, names, administers }: Callable): unknown[] {
  const given: Readonly<Record<string, unknown>> = {
    claims: administers ? ADMIN : '<claims>',
    settings: '<settings>',
    ...EXAMPLES[name],
  };
  return names.map((argument) => given[argument] ?? null);
}

/** Returns an arbitrary for an argument: in two of three calls the one of the example, otherwise a random one. */
function argumentArbitrary(callable: Callable, index: number): fc.Arbitrary<unknown> {
  const random = randomArgumentArbitrary(callable, callable.names[index] as string, callable.types[index] as string);
  const example = exampleArguments(callable)[index];
  if (example === null) return random;
  return fc.oneof({ weight: 2, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: random });
}

/** Returns an arbitrary for a random argument. Its values are stored as JSON. */
function randomArgumentArbitrary(
  { name: called, administers }: Callable,
  name: string,
  type: string,
): fc.Arbitrary<unknown> {
  if (name in OURS) return fc.constant(null);
  const made = MADE[`${called}.${name}`] ?? MADE[`${type} ${name}`];
  if (made !== undefined) return made;
  if (name === 'claims')
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant<unknown>(administers ? ADMIN : '<claims>') },
      { weight: 1, arbitrary: fc.constantFrom<unknown>({}, administers ? '<claims>' : ADMIN) },
      { weight: 1, arbitrary: fc.record({ sub: TEXT }) },
    );
  if (name === 'outcome') return fc.constantFrom('failed', 'rejected'); // the worker passes only these
  const values = (() => {
    if (type === 'text[]') return fc.array(TEXT, { minLength: 1, maxLength: 1 });
    if (type.endsWith('[]')) return fc.constant(null);
    if (type === 'uuid') return fc.oneof(fc.constantFrom('<user>', '<session>'), fc.uuid());
    if (type === 'jsonb' || type === 'json') return fc.oneof(fc.constantFrom({}, null), fc.record({ a: TEXT }));
    if (type === 'boolean') return fc.boolean();
    if (/int|numeric|double/.test(type)) return fc.constantFrom(0, 1, -1, 2_147_483_647);
    if (/timestamp/.test(type))
      return fc.constantFrom('2031-05-01T12:00:00Z', 'infinity', '-infinity', '0001-01-01T00:00:00Z');
    if (type === 'interval') return fc.constantFrom('0', '1 hour', '-1 day');
    if (type === 'inet') return fc.constantFrom('192.0.2.1', '::1');
    return TEXT;
  })();
  return fc.option<unknown>(values, { freq: 2 });
}

/** Replaces placeholders by the values of this run. */
function toArgument(stored: unknown, name: string, type: string): unknown {
  if (name in OURS) return OURS[name];
  const current = (value: unknown): unknown => {
    if (typeof value === 'string') return CURRENT[value] ?? value;
    if (Array.isArray(value)) return value.map(current);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, current(inner)]));
  };
  return type === 'bytea' && typeof stored === 'string' ? Buffer.from(stored) : current(stored);
}

/** Functions that have returned a result and not only errors. */
const succeeded = new Set<string>();
/** The error of the example of each function that has one, by the name of the function. */
const refused = new Map<string, string>();

/** Calls a function with stored arguments. Throws for a fault. */
async function callWith({ name, names, types, volatile }: Callable, stored: readonly unknown[]): Promise<void> {
  const args = names.map((argument, index) => {
    const value = toArgument(stored[index] ?? null, argument, types[index] as string);
    return /^jsonb?$/.test(types[index] as string) && value !== null ? JSON.stringify(value) : value;
  });
  const list = names.map((argument, index) => `${argument} => $${index + 1}::${castOf(types[index] as string)}`);
  const text = `select auth_api.${name}(${list.join(', ')}) as result`;
  let results: { result: unknown }[] = [];
  const { error, users } = await runAndRollBack(async (work) => {
    results = await work.unsafe(text, args as never[]);
  }, volatile);
  const refusals = results.map(({ result }) => (result as { refused?: { name: string } } | null)?.refused?.name);
  const first = error?.message ?? refusals.find((one) => one !== undefined);
  if (error === null && refusals.includes(undefined)) succeeded.add(name);
  else if (!refused.has(name)) refused.set(name, first ?? 'no row');
  if (error !== null && !EXPECTED.test(error.code)) throw new Error(`${name}: ${error.code} ${error.message}`);
  if (users !== 0 && (!CHANGES_USERS.includes(name) || Math.abs(users) > 1)) throw new Error(`${name}: ${users} users`);
}

test('every function survives random arguments', async () => {
  const seed = readSeed();
  const faults: string[] = [];
  const all = await callables();
  assert.ok(all.length > 150, `${all.length} functions`);
  for (const callable of all) {
    const { name, names } = callable;
    await checkModel({
      of: import.meta.url,
      name,
      // Every function has arguments of its own. With one seed, all would get the same claims.
      seed: seed ^ crc32(name),
      numRuns: CALLS,
      examples: [exampleArguments(callable)],
      sequences: fc.tuple(...names.map((_, index) => argumentArbitrary(callable, index))),
      run: (stored) => callWith(callable, stored),
    }).catch((error: Error) => faults.push(error.message));
  }
  assert.equal(faults, [], `seed ${seed}`);
  const fallen = all.filter(({ name }) => !succeeded.has(name) && NEVER_SUCCEED[name] === undefined);
  assert.equal(
    fallen.map(({ name }) => `${name}: ${refused.get(name)}`),
    [],
    'these functions have returned only errors',
  );
  assert.equal(
    Object.keys(NEVER_SUCCEED).filter((name) => succeeded.has(name) || !all.some((one) => one.name === name)),
    [],
    'these functions are listed as ones that never succeed',
  );
  const unknown = Object.entries(EXAMPLES).flatMap(([name, args]) => {
    const names = all.find((one) => one.name === name)?.names ?? [];
    return Object.keys(args).flatMap((argument) => (names.includes(argument) ? [] : [`${name}.${argument}`]));
  });
  assert.equal(unknown, [], 'arguments of random_examples.ts that no function has');
  const missing = CHANGES_USERS.filter((name) => !all.some((one) => one.name === name));
  assert.equal(missing, []);
});

test('only functions that create or delete a user change the number of users, each by one', async () => {
  const { id } = await createConfirmedPerson(surface);
  const made = await runAndRollBack((work) =>
    api(work, 'sign_up', { email: 'new@example.com', password: 'correct horse' }),
  );
  assert.equal(made, { error: null, users: 1 });
  const deleted = await runAndRollBack((work) => api(work, 'delete_user', { claims: ADMIN, user_id: id }));
  assert.equal(deleted, { error: null, users: -1 });
});

/** Infinite times and JSON lists are sent as text, because the driver cannot serialize them. */
const castOf = (type: string): string => (/timestamp|json/.test(type) ? `text::${type}` : type);

class RollbackError extends Error {}

interface Outcome {
  error: { code: string; message: string } | null;
  /** Number of users that the call has created, less those that it has deleted. */
  users: number;
}

/** Runs a call in a transaction that is rolled back, read-only if the function only reads. */
async function runAndRollBack(call: (work: Connection) => Promise<unknown>, volatile = true): Promise<Outcome> {
  let users = 0;
  try {
    await sql.begin(volatile ? 'read write' : 'read only', async (work) => {
      const count = async (): Promise<number> =>
        (await work<{ n: number }[]>`select count(*)::integer as n from auth.users`)[0]?.n ?? 0;
      await work.unsafe("set local statement_timeout = '5s'");
      const before = await count();
      await call(work);
      users = (await count()) - before;
      throw new RollbackError();
    });
  } catch (error) {
    if (error instanceof RollbackError) return { error: null, users };
    const { code = 'no code', message } = error as Error & { code?: string };
    return { error: { code, message }, users };
  }
  throw new Error('the transaction was not rolled back');
}

test.run();
