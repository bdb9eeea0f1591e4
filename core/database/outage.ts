// Classifies database errors: the server is unavailable or busy, or the statement has an error.

/** Classes of SQLSTATEs that describe the state of the server and not an error of the request. */
const OUTAGE_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);

/** Error codes of postgres.js and of sockets. */
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

/**
 * 25006 means that the server was demoted during the session. The other SQLSTATEs are login errors, which count as an
 * outage, because a restore may not yet have created the role, its password or the database.
 */
const OUTAGE_STATES = new Set(['25006', '28P01', '28000', '3D000']);

/**
 * Returns true if the statement was rolled back and may be retried: serialization failure, deadlock, a function that
 * is being replaced, or a table that a migration locks briefly.
 */
export function isRepeatable(error: unknown): boolean {
  const code = sqlStateOrErrorCode(error);
  if (code === '40001' || code === '40P01') return true;
  if (code === '55P03') return !isRowLockTimeout(error);
  return isReplacedFunction(error);
}

/** Returns true if a migration has replaced a function that the statement calls. */
function isReplacedFunction(error: unknown): boolean {
  return (
    sqlStateOrErrorCode(error) === 'XX000' &&
    error instanceof Error &&
    error.message.startsWith('cache lookup failed for function')
  );
}

/**
 * Returns true if the lock that timed out was a row lock. Another session may hold a row lock for any time, so
 * the statement is not retried. The server's error context names the row.
 */
function isRowLockTimeout(error: unknown): boolean {
  const where = (error as { where?: unknown }).where;
  return typeof where === 'string' && /^while .* tuple /m.test(where);
}

/** Returns true if the server responded to the statement with an error. */
export function isDatabaseError(error: unknown): boolean {
  const code = sqlStateOrErrorCode(error);
  return code !== undefined && looksLikeSqlState(code);
}

/** Returns true if the server was unavailable or could not run the statement. A retry may succeed. */
export function isOutage(error: unknown): boolean {
  const code = sqlStateOrErrorCode(error);
  if (code === undefined) return false;
  return (
    OUTAGE_CODES.has(code) ||
    OUTAGE_STATES.has(code) ||
    isReplacedFunction(error) ||
    (looksLikeSqlState(code) && OUTAGE_CLASSES.has(code.slice(0, 2)))
  );
}

/** Returns true if a hook has changed the session in a way that a rollback does not undo. */
export const isSessionChangedByHook = (error: unknown): boolean => sqlStateOrErrorCode(error) === 'PH003';

/** Returns the SQLSTATE of an error, or the error code of the driver or socket; undefined if there is none. */
export function sqlStateOrErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns true if a code has the form of a SQLSTATE. */
export function looksLikeSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
