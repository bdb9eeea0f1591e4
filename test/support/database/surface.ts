// Shared by the tests of the SQL surface: calls as the gateway's and the administrator's role, exact errors, a clock,
// and the tables written.

import type { Sql, TransactionSql } from 'postgres';
import * as assert from 'uvu/assert';
import { wireUser } from '../../../core/wire_user.ts';
import { faultOf } from '../../../gateway/database/faults.ts';
import { ApiError } from '../../../gateway/http/errors.ts';
import { stillClock } from './clock.ts';
import { createDatabase, type TestDatabase } from './db.ts';
import { changedTables, type Digests, digests, tablesWritten } from './digests.ts';
import { code_keys, link, ring, sentToken } from './tokens.ts';

export * from './tokens.ts';

import { noteRefusal } from './seen.ts';

/** Parsed result of a function. */
export type Answer = Record<string, unknown>;
export type Args = Record<string, unknown>;
/** Status, code and message of an error, and its additional members. */
export type Expected = readonly [status: number, code: string, message: string, extra?: object];

type Role = 'gateway' | 'admin';
/** Parameters of a function, and the role that may call it. */
interface Signature {
  names: string[];
  role: Role;
}

export interface Surface {
  db: TestDatabase;
  /**
   * Calls auth_api.<name> as auth_admin or auth_gateway, whichever may execute it. Missing arguments are null. Members
   * of the argument `link` are passed like other arguments.
   */
  call(name: string, args?: Args): Promise<Answer>;
  /** Asserts that the call returns exactly this error and changes only these tables. */
  refused(name: string, args: Args, expected: Expected, changes?: readonly string[]): Promise<void>;
  /** Returns the tables that `work` changes, sorted. */
  changes(work: () => Promise<unknown>): Promise<string[]>;
  /** Sets the database's clock and stops it there. */
  at(instant: string): Promise<void>;
  /** Advances the clock. */
  advance(seconds: number): Promise<void>;
  /** Returns the current clock value in the format of the API. */
  now(): string;
  /** Returns the rows of a table that match a condition. */
  rows(table: string, where?: string): Promise<Record<string, unknown>[]>;
  /**
   * Returns the actions and traits of the newest audit entry. For a sign-in, the session_id is checked and left out.
   */
  audited(): Promise<{ actions: string[]; traits: object | null; actor_id: string } | undefined>;
}

export const client = { ip: '192.0.2.7', user_agent: 'tests/1', request_id: 'req-1' };

/**
 * Returns the settings of a typical installation, but with a cheap bcrypt cost and without audit entries of rejected
 * sign-ins. Those are tested in test/security/refused_sign_ins.test.ts; other tests list the tables that an error
 * changes.
 */
export function settings(more: Args = {}): Args {
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

/** Settings that a gateway of the default test stack passes, as far as SQL tests depend on them. */
export const SETTINGS: Args = settings({
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
});

export type Connection = Sql | TransactionSql;

const signatures = new Map<string, Signature>();

async function signatureOf(sql: Connection, name: string): Promise<Signature> {
  const known = signatures.get(name);
  if (known) return known;
  const [row] = await sql<Signature[]>`
    select coalesce(proargnames, '{}') as names,
      case when has_function_privilege('auth_admin', oid, 'execute') then 'admin' else 'gateway' end as role
    from pg_proc where pronamespace = 'auth_api'::regnamespace and proname = ${name}`;
  if (!row) throw new Error(`there is no auth_api.${name}`);
  signatures.set(name, row);
  return row;
}

/**
 * Calls auth_api.<name> with every parameter by name, null if absent. Throws if it returns an error that its comment
 * does not list.
 */
async function invoke(sql: Connection, name: string, given: Args): Promise<Answer> {
  const { names } = await signatureOf(sql, name);
  const args = withLink(given, names);
  const unknown = Object.keys(args).filter((key) => !names.includes(key));
  if (unknown.length > 0) throw new Error(`auth_api.${name} has no parameter ${unknown.join(', ')}`);
  const list = names.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ');
  const rows = sql.unsafe<{ answer: Answer | null }[]>(
    `select auth_api.${name}(${list})::json as answer`,
    names.map((parameter) => (args[parameter] ?? null) as never),
    { prepare: true },
  );
  const [row] = await rows.catch((error: unknown) => {
    const raised = faultOf(error, { creates_user: false });
    if (raised instanceof ApiError) noteRefusal(name, raised);
    throw error;
  });
  const answer = row?.answer ?? {};
  if (answer.refused) {
    // Every error has the name of its row; the tests compare what clients get.
    const { name: rule, ...refused } = answer.refused as Parameters<typeof noteRefusal>[1] & { name?: unknown };
    if (typeof rule !== 'string') throw new Error(`auth_api.${name} refused without the name of the rule`);
    noteRefusal(name, refused);
    return { ...answer, refused };
  }
  return answer;
}

/** Calls a function on a connection of the test, with the arguments that a gateway passes to all functions. */
export async function api(sql: Connection, name: string, args: Args): Promise<Answer> {
  const { names } = await signatureOf(sql, name);
  const usual = Object.entries({ settings: SETTINGS, client: {}, code_keys }).filter(([key]) => names.includes(key));
  return invoke(sql, name, { ...Object.fromEntries(usual), ...args });
}

/** Actions of entries that a sign-in may write. */
const SIGN_INS: ReadonlySet<string> = new Set(['login', 'user_signedup', 'user_modified', 'invite_accepted']);

/** Creates a database whose clock stands at noon on May 1st, 2031. */
export async function openSurface(): Promise<Surface> {
  const db = await createDatabase();
  const login = (role: Role) => db.login(role, 4);
  const pools = { gateway: login('gateway'), admin: login('admin') };
  let now = 0;

  const set = async (millis: number): Promise<void> => {
    now = millis;
    await stillClock(db.sql, new Date(now).toISOString());
  };
  const surface: Surface = {
    db,
    async call(name, args = {}) {
      const { role } = await signatureOf(db.sql, name);
      const answer = await invoke(pools[role], name, args);
      return inWireFormat(answer);
    },
    async refused(name, args, [status, code, message, extra], changed = []) {
      const { role } = await signatureOf(db.sql, name);
      let before: Digests | undefined;
      let in_tables: Awaited<ReturnType<typeof tablesWritten>>;
      const call = pools[role].begin(async (sql): Promise<Answer> => {
        const answer = inWireFormat(await invoke(sql, name, args));
        // Other connections still see the state before the call. Most errors have written nothing, and a raised one is
        // rolled back: skip the digests then.
        in_tables = await tablesWritten(sql);
        if (in_tables?.length !== 0) before = await digests(db, in_tables);
        return answer;
      });
      const answer = await caught(call as Promise<Answer>);
      const tables = before ? changedTables(before, await digests(db, in_tables)) : [];
      assert.equal(answer, { refused: { status, code, message, ...(extra ? { extra } : {}) } });
      assert.equal(
        tables,
        [...changed].sort(),
        `${name}, refused with "${message}", wrote other tables than it should`,
      );
    },
    async changes(work) {
      const before = await digests(db);
      await work();
      return changedTables(before, await digests(db));
    },
    at: (instant) => set(Date.parse(instant)),
    advance: (seconds) => set(now + seconds * 1000),
    now: () => new Date(now).toISOString().replace(/(\.\d+?)0+Z$/, '$1Z'),
    rows: async (table, where = 'true') => [...(await db.sql.unsafe(`select * from ${table} as t where ${where}`))],
    async audited() {
      const [row] = await db.sql<{ actions: string[]; traits: object | null; actor_id: string }[]>`
        select actions, traits, actor_id from auth.audit_log order by id desc limit 1`;
      if (!row?.actions.some((action) => SIGN_INS.has(action)) || row.traits === null) return row;
      // Every sign-in names its session, which no test can predict.
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
  await surface.at('2031-05-01T12:00:00Z');
  return surface;
}

const LINK_MEMBERS = ['base_url', 'redirect_to', 'code_challenge', 'code_challenge_method'];

/** Moves arguments that are members of `link`, and not parameters themselves, into `link`, as the gateway does. */
function withLink(given: Args, parameters: readonly string[]): Args {
  const isMember = ([name]: [string, unknown]) => LINK_MEMBERS.includes(name) && !parameters.includes(name);
  const members = Object.entries(given).filter(isMember);
  if (members.length === 0 || !parameters.includes('link')) return given;
  const rest = Object.fromEntries(Object.entries(given).filter((entry) => !isMember(entry)));
  return { ...rest, link: Object.fromEntries(members) };
}

/** Converts the users in a result to the gateway's output format. */
export function inWireFormat(answer: Answer): Answer {
  if ('identities' in answer) return wireUser(answer);
  const body = answer.body as { user?: Answer; users?: Answer[] } | undefined;
  if (body?.user) return { ...answer, body: { ...body, user: wireUser(body.user) } };
  if (body?.users) return { ...answer, body: { ...body, users: body.users.map(wireUser) } };
  return answer;
}

/** Returns the result, or the error that was raised to roll back the call. */
export async function caught(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const fault = faultOf(error, { creates_user: false });
    if (!(fault instanceof ApiError)) throw fault;
    return { refused: { status: fault.status, code: fault.code, message: fault.message } };
  }
}

/** Returns the wire code of an error; undefined for any other result. */
export function refusedCode(answer: Answer): string | undefined {
  return (answer.refused as { code: string } | undefined)?.code;
}

/** Returns the wire code of an error, returned or raised; '' for any other result. */
export async function codeIn(answer: Promise<Answer>): Promise<string> {
  return refusedCode(await caught(answer)) ?? '';
}

/** Returns a nested member by its path: `body.user.identities.0.id`. */
export function member(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => (inner as Answer | null | undefined)?.[key], value);
}

let count = 0;
/** Returns an address that is unique in this file. */
export const newEmail = (): string => `person${++count}@example.com`;

export interface Person {
  id: string;
  email: string;
  password: string;
  session_id: string;
  claims: Args;
}

/** Creates a user with an unconfirmed address. */
export async function unconfirmed(surface: Surface, more: Args = {}): Promise<Omit<Person, 'session_id' | 'claims'>> {
  const email = newEmail();
  const password = 'correct horse battery';
  const answer = await surface.call('sign_up', { email, password, settings: settings(), client, ...more });
  if (typeof answer.id !== 'string') throw new Error(`sign_up answered ${JSON.stringify(answer)}`);
  return { id: answer.id, email, password };
}

/** Creates a user with a session by sign-up and link. */
export async function confirmed(surface: Surface): Promise<Person> {
  const person = await unconfirmed(surface);
  const answer = await surface.call('verify_token', {
    type: 'signup',
    link: link(await sentToken(surface, person.id)),
    settings: settings(),
    client,
  });
  return { ...person, ...sessionOf(answer) };
}

/** Returns the ids and claims of a result with a new session; throws otherwise. */
export function sessionOf(answer: Answer): { session_id: string; claims: Args } {
  const claims = answer.claims as Args | undefined;
  if (!claims) throw new Error(`no session but ${JSON.stringify(answer)}`);
  return { session_id: String(claims.session_id), claims };
}
