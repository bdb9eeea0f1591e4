// Calls a function of the SQL API (schema auth_api) in one statement, with limits on time and concurrency. Throws an
// ApiError for expected errors and outages, and HookCallNeededError if an HTTP hook must be called first. Any other
// exception is a bug.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AbandonedStatement,
  LostStatementError,
  onlyRow,
  removeBrokenConnections,
} from '../../core/database/driver_pool.ts';
import { isRepeatable, sqlStateOrErrorCode } from '../../core/database/outage.ts';
import { rejectAtDeadline } from '../../core/deadline.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { toClientError } from './faults.ts';
import type { Pool, PoolName, Pools } from './pools.ts';
import { type CombinedStatement, createCallCombiner } from './shared_statement.ts';
import type { QueueClient } from './slot_queue.ts';

/** A statement whose text is built once, so that the driver can prepare it. */
export interface Statement {
  text: string;
  pool: PoolName;
  /** True if the call creates users. An unexpected database error is then reported as user_not_saved. */
  creates_user: boolean;
  /** True if the call confirms users. An unexpected database error is then reported as user_not_confirmed. */
  confirms_user?: boolean;
  /** The statement in which waiting calls are combined. */
  shared?: CombinedStatement;
}

/** Runs a statement. Returns the function's jsonb as text; null for SQL null. */
export type Call = (statement: Statement, values: readonly unknown[], o: CallOptions) => Promise<string | null>;

/** Options of a call. Waiting calls of different clients get slots in turn. `hashes`: the call hashes a password. */
export interface CallOptions extends QueueClient {
  hashes: boolean;
  /**
   * Keys of the rows that the call locks; '' if it only reads. Undefined if the call must not share a statement with
   * other calls.
   */
  shares?: string;
}

/**
 * Deadline in milliseconds of a statement that has a slot of the pool. After it, the response is 503. The statement is
 * abandoned and not cancelled, because a cancel request could hit the next statement.
 */
const DEADLINE_MS = 5_000;
const REPEATS = 3;

/** Builds `select api.f(a => $1, b => $2)` with parameters in the order of `names`. */
export function statementText(api: string, name: string, names: readonly string[]): string {
  const parameters = names.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ');
  return `select ${api}.${name}(${parameters}) as answer`;
}

/** Creates the function that calls functions of the SQL API over the pools. */
export function createCall(pools: Pools, o: { prepare: boolean; patience_ms?: number }): Call {
  const deadline_ms = o.patience_ms ?? DEADLINE_MS;
  const once = async (pool: Pool, statement: Statement, values: readonly unknown[], asked: CallOptions) => {
    const leaveHashing = asked.hashes ? await pools.hash_queue.enter(asked) : undefined;
    const leavePool = await pool.line.enter(asked).catch((error: unknown) => {
      leaveHashing?.();
      throw error;
    });
    // An abandoned statement keeps its slot until it has a result, or until it has failed and its backend has exited.
    // Otherwise the server could have more backends of the pool than the pool has connections.
    const { sql } = pool.driver;
    const sent = sql.unsafe<{ answer: string | null }[]>(statement.text, values as never[], { prepare: o.prepare });
    let abandoned = false;
    const running = sent
      .then((holed) => {
        // After an error between two rows, the driver does not reset its row counter. The next result on that
        // connection then starts with empty elements.
        const rows = holed.filter(() => true);
        onlyRow(rows);
        return rows.map(({ answer }) => answer);
      })
      .catch(async (error: unknown) => {
        // Runs before the slot is released, because otherwise the next caller would get the broken connection.
        await removeBrokenConnections(pool.driver, sql, error);
        if (abandoned) await pool.driver.gone(sent as AbandonedStatement);
        throw error;
      })
      .finally(() => {
        leavePool();
        leaveHashing?.();
      });
    // The server's default statement timeout is shorter than DEADLINE_MS. A statement that reaches DEADLINE_MS
    // therefore has a lost or blocked connection, or its commit hangs.
    return rejectAtDeadline(running, deadline_ms, () => {
      abandoned = true;
      pool.driver.replace(sql);
      return Object.assign(refuse('unavailable'), { cause: new LostStatementError() });
    });
  };

  const ask = async (statement: Statement, values: readonly unknown[], asked: CallOptions) => {
    const pool = pools.by_name[asked.hashes && statement.pool === 'fast' ? 'hash' : statement.pool];
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(pool, statement, values, asked);
      } catch (error) {
        if (attempt > REPEATS || !isRepeatable(error)) throw toClientError(error, statement);
        await sleep(Math.random() * 20 * attempt);
      }
    }
  };

  const share = (statement: Statement, { text, values }: CombinedStatement) =>
    createCallCombiner(async (calls, visitor) => {
      const several = calls.length > 1;
      const asked = { hashes: false, ...visitor };
      const answers = several
        ? await ask({ ...statement, text }, values(calls), asked)
        : await ask(statement, calls[0] ?? [], asked);
      if (answers.length !== calls.length) throw new Error(`${calls.length} calls have ${answers.length} answers`);
      return answers;
    }, mayConcernOneCall);
  const sharing = new Map<Statement, { same: string; together: ReturnType<typeof createCallCombiner> }>();

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

/**
 * Returns true if the error may be caused by only one of several combined calls, such as a locked row. An outage
 * affects all calls.
 */
function mayConcernOneCall(error: unknown): boolean {
  return (
    !(error instanceof ApiError && error.status === 503) || sqlStateOrErrorCode(error.cause) === LOCK_NOT_AVAILABLE
  );
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Parses the JSON that a function returned; {} for null. Throws an ApiError if the JSON is an error. */
export function parseResult(answer: string | null): Record<string, unknown> {
  const parsed: unknown = answer === null ? {} : JSON.parse(answer);
  const refusal = errorInResult(parsed);
  if (refusal) throw refusal;
  return parsed as Record<string, unknown>;
}

interface SqlError {
  status: number;
  code: string;
  message: string;
  name: string;
  extra?: object;
}

function errorInResult(parsed: unknown): ApiError | undefined {
  const refused = (parsed as { refused?: SqlError }).refused;
  if (refused === undefined) return undefined;
  return new ApiError(refused.status, refused.code, refused.message, {
    extra: refused.extra as Record<string, unknown> | undefined,
    rule: refused.name,
  });
}

/** Returns the error in a function's result if the error has this code. Otherwise returns undefined. */
export function errorWithCode(code: string, answer: string | null): ApiError | undefined {
  const refusal = answer === null ? undefined : errorInResult(JSON.parse(answer));
  return refusal?.code === code ? refusal : undefined;
}
