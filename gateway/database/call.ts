// Calls a function of the surface: by name, as one statement, within bounds. What it throws is a Refusal or a bug.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Abandoned, mend, onlyRow } from '../../core/database/driver_pool.ts';
import { codeOf, isRepeatable } from '../../core/database/outage.ts';
import { Refusal, refuse } from '../http/errors.ts';
import { faultOf } from './faults.ts';
import type { Pool, PoolName, Pools } from './pools.ts';
import { type SharedStatement, shareStatements } from './shared_statement.ts';
import type { Visitor } from './waiting_line.ts';

/** A statement, its text made once at start. */
export interface Statement {
  text: string;
  pool: PoolName;
  /** The route makes users, so an application's trigger on auth.users may refuse. */
  creates_user: boolean;
  /** The same where the route confirms one. */
  confirms_user?: boolean;
  /** The statement in which calls that wait go together. */
  shared?: SharedStatement;
}

/** What a function answered: jsonb as text, null for SQL's null. */
export type Call = (statement: Statement, values: readonly unknown[], o: CallOptions) => Promise<string | null>;

/** Whether the call hashes a password, and which client's turn it takes in the waiting lines. */
export interface CallOptions extends Visitor {
  hashes: boolean;
  /** The rows that it locks ('' where it only reads), if it may share a statement with others. */
  shares?: string;
}

/** After this the answer is 503; the statement is abandoned, never cancelled: a cancel can hit the next one's statement. */
const DEADLINE_MS = 5_000;
const REPEATS = 3;

/** `select api.f(a => $1, b => $2)`, parameters in the order of `names`. */
export function statementText(api: string, name: string, names: readonly string[]): string {
  const parameters = names.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ');
  return `select ${api}.${name}(${parameters}) as answer`;
}

/** Builds the one way from a route to the database. */
export function createCall(pools: Pools, o: { prepare: boolean; patience_ms?: number }): Call {
  const deadline_ms = o.patience_ms ?? DEADLINE_MS;
  const once = async (pool: Pool, statement: Statement, values: readonly unknown[], asked: CallOptions) => {
    const leaveHashing = asked.hashes ? await pools.hash_line.enter(asked) : undefined;
    const leavePool = await pool.line.enter(asked).catch((error: unknown) => {
      leaveHashing?.();
      throw error;
    });
    // An abandoned statement keeps its places until it has ended and its server process is gone: the driver never holds one that
    // waits, and the server has no more processes of ours than the pool has places.
    const { sql } = pool.driver;
    const sent = sql.unsafe<{ answer: string | null }[]>(statement.text, values as never[], { prepare: o.prepare });
    let abandoned = false;
    const running = sent
      .then((holed) => {
        // After an error amid rows the driver goes on counting: the next result on that connection begins with holes.
        const rows = holed.filter(() => true);
        onlyRow(rows);
        return rows.map(({ answer }) => answer);
      })
      .catch(async (error: unknown) => {
        // Before the place is left: whoever waits for it would be handed the connection that has just broken.
        await mend(pool.driver, sql, error);
        if (abandoned) await pool.driver.gone(sent as Abandoned);
        throw error;
      })
      .finally(() => {
        leavePool();
        leaveHashing?.();
      });
    // The server ends a statement before this, so its connection is gone or stuck, or its commit hangs.
    return withDeadline(running, deadline_ms, () => {
      abandoned = true;
      pool.driver.replace(sql);
    });
  };

  const ask = async (statement: Statement, values: readonly unknown[], asked: CallOptions) => {
    const pool = pools.by_name[asked.hashes && statement.pool === 'fast' ? 'hash' : statement.pool];
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(pool, statement, values, asked);
      } catch (error) {
        if (attempt > REPEATS || !isRepeatable(error)) throw faultOf(error, statement);
        await sleep(Math.random() * 20 * attempt);
      }
    }
  };

  const share = (statement: Statement, { text, values }: SharedStatement) =>
    shareStatements(async (calls, visitor) => {
      const several = calls.length > 1;
      const asked = { hashes: false, ...visitor };
      const answers = several
        ? await ask({ ...statement, text }, values(calls), asked)
        : await ask(statement, calls[0] ?? [], asked);
      if (answers.length !== calls.length) throw new Error(`${calls.length} calls have ${answers.length} answers`);
      return answers;
    }, isOneCalls);
  const sharing = new Map<Statement, { same: string; together: ReturnType<typeof shareStatements> }>();

  return async (statement, values, asked) => {
    const { shared } = statement;
    if (shared !== undefined && asked.shares !== undefined) {
      const same = shared.same(values);
      const { same: theirs, together } = sharing.get(statement) ?? { same, together: share(statement, shared) };
      if (!sharing.has(statement)) sharing.set(statement, { same, together });
      if (same === theirs) return together(values, asked, asked.shares);
    }
    return (await ask(statement, values, asked))[0] ?? null;
  };
}

/** Whether an error may be that of one call among several. A row that somebody else has locked is; an outage is not. */
function isOneCalls(error: unknown): boolean {
  return !(error instanceof Refusal && error.status === 503) || codeOf(error.cause) === LOCK_NOT_AVAILABLE;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** The parsed answer; a refusal is thrown. */
export function readAnswer(answer: string | null): Record<string, unknown> {
  const parsed: unknown = answer === null ? {} : JSON.parse(answer);
  const refusal = refusalIn(parsed);
  if (refusal) throw refusal;
  return parsed as Record<string, unknown>;
}

function refusalIn(parsed: unknown): Refusal | undefined {
  const refused = (parsed as { refused?: { status: number; code: string; message: string; extra?: object } }).refused;
  if (refused === undefined) return undefined;
  return new Refusal(refused.status, refused.code, refused.message, {
    extra: refused.extra as Record<string, unknown> | undefined,
  });
}

/** The refusal that an answer is, if it is one with this error code. */
export function refusalWith(code: string, answer: string | null): Refusal | undefined {
  const refusal = answer === null ? undefined : refusalIn(JSON.parse(answer));
  return refusal?.code === code ? refusal : undefined;
}

function withDeadline<T>(running: Promise<T>, deadline_ms: number, overdue: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      overdue();
      reject(refuse('unavailable'));
    }, deadline_ms);
    running.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
