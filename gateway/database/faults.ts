// What an error of the database means to a client: a refusal that SQL raised, an outage, or a bug of ours.
import { Refusal, refuse } from '../http/errors.ts';

/** Classes of SQLSTATE that say something of the server's state and nothing of the request. */
const OUTAGE_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);

/** Codes of postgres.js and of the socket below it. */
const OUTAGE_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

/** A standby that was promoted away under us, or a role or database that a restore has not brought back yet. */
const OUTAGE_STATES = new Set(['25006', '28P01', '28000', '3D000']);

/** The statement was rolled back whole, so running it again is safe: serialization, deadlock, a function being rebuilt. */
export function isRepeatable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '40001' || code === '40P01') return true;
  return code === 'XX000' && error instanceof Error && error.message.startsWith('cache lookup failed for function');
}

/** The server answered the statement with an error of its own. */
export function isDatabaseError(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && isState(code);
}

/** The server was away, or in no state to take the statement; the same one may pass later. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return false;
  return OUTAGE_CODES.has(code) || OUTAGE_STATES.has(code) || (isState(code) && OUTAGE_CLASSES.has(code.slice(0, 2)));
}

/** Turns what a statement threw into what is answered; a bug comes back as it is. */
export function faultOf(error: unknown, o: { creates_user: boolean; confirms_user?: boolean }): unknown {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  if (/^PT\d{3}$/.test(code)) return raisedRefusal(error as Error, Number(code.slice(2)));
  if (isOutage(error)) {
    return Object.assign(refuse('unavailable'), { cause: error });
  }
  if ((o.creates_user || o.confirms_user) && isState(code) && code !== 'XX000') {
    // An application's trigger or foreign key on the users table said no; nothing of the call was kept.
    return Object.assign(refuse(o.creates_user ? 'user_not_saved' : 'user_not_confirmed'), { cause: error });
  }
  return error;
}

/** What `auth_lib.fail` raised, or an application's trigger in PostgREST's way: status in the SQLSTATE, code in the detail. */
function raisedRefusal(error: Error, status: number): Refusal {
  return new Refusal(status, codeInDetail('detail' in error ? error.detail : undefined), error.message);
}

/** A trigger may write what it likes there. */
function codeInDetail(detail: unknown): string | undefined {
  if (typeof detail !== 'string' || !/^\{"code": "[\w-]+"\}$/.test(detail)) return undefined;
  return (JSON.parse(detail) as { code: string }).code;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
