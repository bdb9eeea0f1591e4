// Helpers for tests of the SQL API: calls as the gateway's and the administrator's role, exact errors, a stopped clock,
// and the tables that a call changes.

import type { Sql, TransactionSql } from 'postgres';
import * as assert from 'uvu/assert';
import { toWireUser } from '../../../core/wire_user.ts';
import { toClientError } from '../../../gateway/database/faults.ts';
import { ApiError } from '../../../gateway/http/errors.ts';
import { freezeClock } from './clock.ts';
import { createDatabase, type TestDatabase } from './db.ts';
import { changedTables, computeTableDigests, type TableDigests, tablesWritten } from './digests.ts';
import { code_keys, findSentToken, ring, toUnsealedLink } from './tokens.ts';

export * from './tokens.ts';

import { recordReceivedError } from './seen_errors.ts';

export type CallResult = Record<string, unknown>;
export type CallArguments = Record<string, unknown>;
/** Status, code, message and additional members of an error. */
export type ExpectedError = readonly [status: number, code: string, message: string, extra?: object];

type CallingRole = 'gateway' | 'admin';
/** Parameter names of a SQL function, and the role that may execute it. */
interface FunctionSignature {
  names: string[];
  role: CallingRole;
}

export interface SqlApi {
  db: TestDatabase;
  /**
   * Calls auth_api.<name> as auth_admin if that role may execute the function, otherwise as auth_gateway. Omitted
   * arguments are null. Members of the argument `link` are passed like other arguments.
   */
  call(name: string, args?: CallArguments): Promise<CallResult>;
  /** Asserts that the call returns or raises exactly this error and changes exactly these tables. */
  refused(name: string, args: CallArguments, expected: ExpectedError, changes?: readonly string[]): Promise<void>;
  /** Returns the sorted names of the tables that `work` changes. */
  changes(work: () => Promise<unknown>): Promise<string[]>;
  /** Stops the database clock at a time. */
  at(instant: string): Promise<void>;
  advance(seconds: number): Promise<void>;
  /** Returns the time of the stopped database clock in the format of the API. */
  now(): string;
  /** Returns the rows of a table that match a SQL condition. */
  rows(table: string, where?: string): Promise<Record<string, unknown>[]>;
  /**
   * Returns actions, traits and actor of the newest audit entry. Removes the session_id of a sign-in. Throws if a login
   * has none.
   */
  audited(): Promise<{ actions: string[]; traits: object | null; actor_id: string } | undefined>;
}

export const client = { ip: '192.0.2.7', user_agent: 'tests/1', request_id: 'req-1' };

/**
 * Returns the settings of a typical installation, with a cheap bcrypt cost and without audit entries for rejected
 * sign-ins. test/security/refused_sign_ins.test.ts tests those entries.
 */
export function settings(more: CallArguments = {}): CallArguments {
  return {
    jwt_aud: 'authenticated',
    jwt_default_group_name: 'authenticated',
    security_bcrypt_cost: 4,
    security_audit_refused_sign_ins: 0,
    sealing_key_id: ring.sealing_key_id,
    rate_limit_email_sent: { count: 1_000_000, per: null },
    ...more,
  };
}

/** Default settings of calls: settings() with rotation of refresh tokens. */
export const SETTINGS: CallArguments = settings({
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
});

export type Connection = Sql | TransactionSql;

const signatures = new Map<string, FunctionSignature>();

async function readSignature(sql: Connection, name: string): Promise<FunctionSignature> {
  const known = signatures.get(name);
  if (known) return known;
  const [row] = await sql<FunctionSignature[]>`
    select coalesce(proargnames, '{}') as names,
      case when has_function_privilege('auth_admin', oid, 'execute') then 'admin' else 'gateway' end as role
    from pg_proc where pronamespace = 'auth_api'::regnamespace and proname = ${name}`;
  if (!row) throw new Error(`there is no auth_api.${name}`);
  signatures.set(name, row);
  return row;
}

/**
 * Calls auth_api.<name> with every parameter by name. Omitted arguments are null. Throws if the result is an error that
 * the function's comment does not list.
 */
async function callFunction(sql: Connection, name: string, given: CallArguments): Promise<CallResult> {
  const { names } = await readSignature(sql, name);
  const args = moveLinkMembers(given, names);
  const unknown = Object.keys(args).filter((key) => !names.includes(key));
  if (unknown.length > 0) throw new Error(`auth_api.${name} has no parameter ${unknown.join(', ')}`);
  const list = names.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ');
  const rows = sql.unsafe<{ answer: CallResult | null }[]>(
    `select auth_api.${name}(${list})::json as answer`,
    names.map((parameter) => (args[parameter] ?? null) as never),
    { prepare: true },
  );
  const [row] = await rows.catch((error: unknown) => {
    const raised = toClientError(error, { creates_user: false });
    if (raised instanceof ApiError) recordReceivedError(name, raised);
    throw error;
  });
  const answer = row?.answer ?? {};
  if (answer.refused) {
    // Each error contains the name of its row in sql/errors.sql. The name is removed here, because clients do not
    // receive it.
    const { name: rule, ...refused } = answer.refused as Parameters<typeof recordReceivedError>[1] & { name?: unknown };
    if (typeof rule !== 'string') throw new Error(`auth_api.${name} refused without the name of the rule`);
    recordReceivedError(name, refused);
    return { ...answer, refused };
  }
  return answer;
}

/** Calls a SQL function on a given connection. The defaults are SETTINGS, an empty client and code_keys. */
export async function api(sql: Connection, name: string, args: CallArguments): Promise<CallResult> {
  const { names } = await readSignature(sql, name);
  const usual = Object.entries({ settings: SETTINGS, client: {}, code_keys }).filter(([key]) => names.includes(key));
  return callFunction(sql, name, { ...Object.fromEntries(usual), ...args });
}

/** Actions of audit entries that a sign-in may write. */
const SIGN_INS: ReadonlySet<string> = new Set(['login', 'user_signedup', 'user_modified', 'invite_accepted']);

/** Creates a database whose clock is stopped at 2031-05-01 12:00 UTC. */
export async function openSqlApi(): Promise<SqlApi> {
  const db = await createDatabase();
  const login = (role: CallingRole) => db.login(role, 4);
  const pools = { gateway: login('gateway'), admin: login('admin') };
  let now = 0;

  const set = async (millis: number): Promise<void> => {
    now = millis;
    await freezeClock(db.sql, new Date(now).toISOString());
  };
  const sql_api: SqlApi = {
    db,
    async call(name, args = {}) {
      const { role } = await readSignature(db.sql, name);
      const answer = await callFunction(pools[role], name, args);
      return toWireFormat(answer);
    },
    async refused(name, args, [status, code, message, extra], changed = []) {
      const { role } = await readSignature(db.sql, name);
      let before: TableDigests | undefined;
      let in_tables: Awaited<ReturnType<typeof tablesWritten>>;
      const call = pools[role].begin(async (sql): Promise<CallResult> => {
        const answer = toWireFormat(await callFunction(sql, name, args));
        // Takes the digests here, because other connections still see the state before the call. Takes no digests if
        // the call has written nothing.
        in_tables = await tablesWritten(sql);
        if (in_tables?.length !== 0) before = await computeTableDigests(db, in_tables);
        return answer;
      });
      const answer = await resultOrError(call as Promise<CallResult>);
      const tables = before ? changedTables(before, await computeTableDigests(db, in_tables)) : [];
      assert.equal(answer, { refused: { status, code, message, ...(extra ? { extra } : {}) } });
      assert.equal(
        tables,
        [...changed].sort(),
        `${name}, refused with "${message}", wrote other tables than it should`,
      );
    },
    async changes(work) {
      const before = await computeTableDigests(db);
      await work();
      return changedTables(before, await computeTableDigests(db));
    },
    at: (instant) => set(Date.parse(instant)),
    advance: (seconds) => set(now + seconds * 1000),
    now: () => new Date(now).toISOString().replace(/(\.\d+?)0+Z$/, '$1Z'),
    rows: async (table, where = 'true') => [...(await db.sql.unsafe(`select * from ${table} as t where ${where}`))],
    async audited() {
      const [row] = await db.sql<{ actions: string[]; traits: object | null; actor_id: string }[]>`
        select actions, traits, actor_id from auth.audit_log order by id desc limit 1`;
      if (!row?.actions.some((action) => SIGN_INS.has(action)) || row.traits === null) return row;
      // The audit entry of a sign-in names its session, whose id no test can predict.
      const { session_id, ...traits } = row.traits as { session_id?: unknown };
      if (row.actions.includes('login') && typeof session_id !== 'string')
        throw new Error('a login without its session');
      return { ...row, traits: Object.keys(traits).length > 0 ? traits : null };
    },
  };
  const { drop } = db;
  db.drop = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end({ timeout: 1 })));
    await drop();
  };
  await sql_api.at('2031-05-01T12:00:00Z');
  return sql_api;
}

const LINK_MEMBERS = ['base_url', 'redirect_to', 'code_challenge', 'code_challenge_method'];

/** Moves arguments that are members of `link`, and not parameters of their own, into `link`, as the gateway does. */
function moveLinkMembers(given: CallArguments, parameters: readonly string[]): CallArguments {
  const isMember = ([name]: [string, unknown]) => LINK_MEMBERS.includes(name) && !parameters.includes(name);
  const members = Object.entries(given).filter(isMember);
  if (members.length === 0 || !parameters.includes('link')) return given;
  const rest = Object.fromEntries(Object.entries(given).filter((entry) => !isMember(entry)));
  return { ...rest, link: Object.fromEntries(members) };
}

/** Converts the users in a result to the format of the HTTP API. */
export function toWireFormat(answer: CallResult): CallResult {
  if ('identities' in answer) return toWireUser(answer);
  const body = answer.body as { user?: CallResult; users?: CallResult[] } | undefined;
  if (body?.user) return { ...answer, body: { ...body, user: toWireUser(body.user) } };
  if (body?.users) return { ...answer, body: { ...body, users: body.users.map(toWireUser) } };
  return answer;
}

/** Returns the result of a call, or the raised error, which has rolled back the call. */
export async function resultOrError(answer: Promise<CallResult>): Promise<CallResult> {
  try {
    return await answer;
  } catch (error) {
    const fault = toClientError(error, { creates_user: false });
    if (!(fault instanceof ApiError)) throw fault;
    const { status, code, message, extra } = fault;
    return { refused: { status, code, message, ...(extra ? { extra } : {}) } };
  }
}

/** Returns the error code of a result; undefined if the result is not an error. */
export function returnedErrorCode(answer: CallResult): string | undefined {
  return (answer.refused as { code: string } | undefined)?.code;
}

/** Returns the error code that a call returned or raised; '' if it succeeded. */
export async function errorCodeOf(answer: Promise<CallResult>): Promise<string> {
  return returnedErrorCode(await resultOrError(answer)) ?? '';
}

/** Returns a nested member by its path, for example `body.user.identities.0.id`. */
export function readMemberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => (inner as CallResult | null | undefined)?.[key], value);
}

let count = 0;
export const newEmail = (): string => `person${++count}@example.com`;

export interface SqlPerson {
  id: string;
  email: string;
  password: string;
  session_id: string;
  claims: CallArguments;
}

export async function createUnconfirmedPerson(
  sql_api: SqlApi,
  more: CallArguments = {},
): Promise<Omit<SqlPerson, 'session_id' | 'claims'>> {
  const email = newEmail();
  const password = 'correct horse battery';
  const answer = await sql_api.call('sign_up', { email, password, settings: settings(), client, ...more });
  if (typeof answer.id !== 'string') throw new Error(`sign_up answered ${JSON.stringify(answer)}`);
  return { id: answer.id, email, password };
}

/** Creates a user with a session by sign-up and confirmation link. */
export async function createConfirmedPerson(sql_api: SqlApi): Promise<SqlPerson> {
  const person = await createUnconfirmedPerson(sql_api);
  const answer = await sql_api.call('verify_token', {
    type: 'signup',
    link: toUnsealedLink(await findSentToken(sql_api, person.id)),
    settings: settings(),
    client,
  });
  return { ...person, ...readSession(answer) };
}

/** Returns session id and claims of a result. Throws if the result has no session. */
export function readSession(answer: CallResult): { session_id: string; claims: CallArguments } {
  const claims = answer.claims as CallArguments | undefined;
  if (!claims) throw new Error(`no session but ${JSON.stringify(answer)}`);
  return { session_id: String(claims.session_id), claims };
}
