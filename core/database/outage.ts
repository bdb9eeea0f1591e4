// Classifies errors of the driver: server unavailable, server busy, or an error of the statement.

/** SQLSTATE classes that are about the state of the server, not about the request. */
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

/** A primary demoted during the session, or a role or database that a restore has not created yet. */
const OUTAGE_STATES = new Set(['25006', '28P01', '28000', '3D000']);

/**
 * Returns true if the statement was rolled back completely and may be retried: serialization failure, deadlock, a
 * function being rebuilt, or a table locked briefly by a migration.
 */
export function isRepeatable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '40001' || code === '40P01') return true;
  if (code === '55P03') return !isRowLockTimeout(error);
  return code === 'XX000' && error instanceof Error && error.message.startsWith('cache lookup failed for function');
}

/**
 * Returns true for a row lock, which another session may hold for any time. The server's error context names the row.
 */
function isRowLockTimeout(error: unknown): boolean {
  const where = (error as { where?: unknown }).where;
  return typeof where === 'string' && /^while .* tuple /m.test(where);
}

/** Returns true if the server answered the statement with an error. */
export function isDatabaseError(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && isSqlState(code);
}

/** Returns true if the server was unavailable or in no state to run the statement; a retry may succeed. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return false;
  return (
    OUTAGE_CODES.has(code) || OUTAGE_STATES.has(code) || (isSqlState(code) && OUTAGE_CLASSES.has(code.slice(0, 2)))
  );
}

/** Returns true if a hook has changed the session in a way that the rollback does not undo. */
export const isLeftByHook = (error: unknown): boolean => codeOf(error) === 'PH003';

/** Returns the SQLSTATE, or the error code of the driver or socket. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns true if a code is a SQLSTATE. */
export function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
