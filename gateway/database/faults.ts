// Classifies database errors for clients: an error raised in SQL, an outage, or a bug.
import { isOutage, looksLikeSqlState, sqlStateOrErrorCode } from '../../core/database/outage.ts';
import { parseJsonObjectOrNull } from '../../core/json_object.ts';
import { ApiError, GATEWAY_ERRORS, refuse } from '../http/errors.ts';

/** Thrown if a hook rejected the request or could not be called. */
export class HookRejectedError extends ApiError {}

/** Thrown if an HTTP hook must be called before the function can run. The transaction was rolled back. */
export class HookCallNeededError extends Error {
  readonly hook: string;
  /** Identifies the event of the hook. SQL uses a response of the hook only for an event with the same subject. */
  readonly subject: string;
  readonly event: { user_id?: string; user?: { id?: string }; claims?: { session_id?: string } };
  constructor(detail: string) {
    const { hook, subject, event } = JSON.parse(detail) as Pick<HookCallNeededError, 'hook' | 'subject' | 'event'>;
    super(`the hook ${hook} was not asked`);
    this.hook = hook;
    this.subject = subject;
    this.event = event;
  }
}

/**
 * Converts an exception of a statement to the ApiError for the client, or to HookCallNeededError. Returns an unexpected
 * exception unchanged.
 */
export function toClientError(error: unknown, o: { creates_user: boolean; confirms_user?: boolean }): unknown {
  if (error instanceof ApiError) return error;
  const code = sqlStateOrErrorCode(error);
  if (code === undefined) return error;
  if (code === 'PH001') return new HookCallNeededError(readErrorDetail(error));
  const of_hook = parseHookError(error, code);
  if (of_hook) return of_hook;
  if (/^PT[45]\d\d$/.test(code)) return errorRaisedInSql(error as Error, Number(code.slice(2)));
  if (isOutage(error)) {
    return Object.assign(refuse('unavailable'), { cause: error });
  }
  if ((o.creates_user || o.confirms_user) && looksLikeSqlState(code) && code !== 'XX000') {
    // Treated as an error of an application's trigger or foreign key on the users table. Nothing was stored.
    return Object.assign(refuse(o.creates_user ? 'user_not_saved' : 'user_not_confirmed'), { cause: error });
  }
  return error;
}

/**
 * Interprets an error raised by a hook function or caused by it. Returns null if no hook is involved, or for an outage
 * while a hook function runs.
 */
function parseHookError(error: unknown, code: string): HookRejectedError | null {
  const { message } = error as Error;
  if (code === 'PH002') {
    const { status, code: hook_code } = JSON.parse(readErrorDetail(error)) as { status: number; code: string | null };
    return new HookRejectedError(status, hook_code ?? undefined, message);
  }
  const where = (error as { where?: unknown }).where;
  const inside = typeof where === 'string' && /\bcall_hook\(/.test(where);
  if (code !== 'PH003' && (!inside || isOutage(error))) return null;
  // Hooks raise errors in the same form as application triggers: raise … using errcode = 'PT403'.
  if (/^PT[45]\d\d$/.test(code))
    return new HookRejectedError(Number(code.slice(2)), parseRefusalDetail(readErrorDetail(error)).code, message);
  const [status, text_code, text] = GATEWAY_ERRORS.hook_failed;
  return Object.assign(new HookRejectedError(status, text_code, text), { cause: error });
}

function readErrorDetail(error: unknown): string {
  const detail = (error as { detail?: unknown }).detail;
  return typeof detail === 'string' ? detail : '';
}

/**
 * Converts an error raised by `auth_lib.fail`, or by an application's trigger in PostgREST's form: status in the
 * SQLSTATE, code and additional members in the detail.
 */
function errorRaisedInSql(error: Error, status: number): ApiError {
  const { code, name, extra } = parseRefusalDetail(readErrorDetail(error));
  const refusal = new ApiError(status, code, error.message, { rule: name, extra });
  return readTriggerFunction(error) === undefined ? refusal : Object.assign(refusal, { cause: error });
}

/** Matches a line about a function in the context of a Postgres error. */
const IN_CONTEXT = /^(?:PL\/\w+ function|SQL function) ("?[\w$."]+"?)(?:\([^\n]*?\))?(?: line \d+| statement \d+)/gm;
/** Matches our own functions in any namespace. */
const OWN_FUNCTION = /^"?\w+_(?:lib|api)"?\./;

/**
 * Returns the name of the application's trigger function that raised an error, for the log. Returns undefined if
 * there is none.
 */
export function readTriggerFunction(error: unknown): string | undefined {
  const where = (error as { where?: unknown } | null | undefined)?.where;
  if (typeof where !== 'string') return undefined;
  const names = [...where.matchAll(IN_CONTEXT)].map(([, name = '']) => name);
  const end = names.findIndex((name) => OWN_FUNCTION.test(name));
  // The last of the application's functions is the trigger function. It called the earlier ones.
  return names.slice(0, end < 0 ? undefined : end).at(-1);
}

/** Members that `auth_lib.fail_with` writes into the detail of an error. A trigger may put any text there. */
interface RefusalDetail {
  readonly code?: string;
  readonly name?: string;
  readonly extra?: Record<string, unknown>;
}

const DETAIL = /^\{"code": "[\w-]+"(?:, "name": "\w+"(?:, "extra": \{.*\})?)?\}$/;

function parseRefusalDetail(detail: string): RefusalDetail {
  return DETAIL.test(detail) ? (parseJsonObjectOrNull(detail) ?? {}) : {};
}
