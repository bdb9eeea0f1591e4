// What an error of the driver says of the server: away, busy, or well and complaining of the statement.

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

/**
 * The statement was rolled back whole, so running it again is safe: serialization, deadlock, a function being rebuilt, a table
 * that a migrate has for a moment.
 */
export function isRepeatable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '40001' || code === '40P01') return true;
  if (code === '55P03') return !isOfRow(error);
  return code === 'XX000' && error instanceof Error && error.message.startsWith('cache lookup failed for function');
}

/** Whether the lock was of a row, which may be held for as long as somebody likes; the server says so where the error came about. */
function isOfRow(error: unknown): boolean {
  const where = (error as { where?: unknown }).where;
  return typeof where === 'string' && /^while .* tuple /m.test(where);
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

/** A hook has left something in the session, of which not everything is undone with the transaction. */
export const isLeftByHook = (error: unknown): boolean => codeOf(error) === 'PH003';

/** The SQLSTATE, or the driver's or the socket's own code. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a code is a SQLSTATE. */
export function isState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
