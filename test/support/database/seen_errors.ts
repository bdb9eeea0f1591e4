// Records the errors that the tests of a run receive. A full run reports each error that a function's comment lists
// (`Errors: …`) and no test received. Every process appends to its own file in the run's folder.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusedByFunction, type SqlError, sqlErrors } from '../../../tools/sql_refusals.ts';

/** Environment variable with the folder. Without it, nothing is recorded. */
export const SEEN_ERRORS_VARIABLE = 'POSTERN_TEST_SEEN';

const written = new Set<string>();

/** Records that a function of auth_api returned an error of sql/errors.sql. */
export function recordError(name: string, error: string): void {
  const folder = process.env[SEEN_ERRORS_VARIABLE];
  const line = `${name} ${error}\n`;
  if (folder === undefined || written.has(line)) return;
  written.add(line);
  appendFileSync(join(folder, String(process.pid)), line);
}

/**
 * Returns the listed errors that no process of the run recorded. Each entry is the name of a function and the name of
 * an error.
 */
export function unseenErrors(folder: string, listed = refusedByFunction()): string[] {
  const seen = new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')));
  return [...listed]
    .flatMap(([name, errors]) => errors.map((error) => `${name} ${error}`))
    .filter((line) => !seen.has(line));
}

type ErrorText = Pick<SqlError, 'code' | 'text'>;

const patterns = new Map<string, RegExp>();

/** Returns a pattern for an error text in which each %s matches any value. */
function toErrorPattern(text: string): RegExp {
  const known = patterns.get(text);
  if (known) return known;
  const literal = text.split('%s').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const made = new RegExp(`^${literal.join('[\\s\\S]*')}$`);
  patterns.set(text, made);
  return made;
}

function matchesError(known: ErrorText, received: ErrorText): boolean {
  return known.code === received.code && toErrorPattern(known.text).test(received.text);
}

/**
 * Returns the names of the errors that match code, message and, if given, status. Errors whose message consists only of
 * variables match only if no other error does.
 */
export function matchingErrorNames(known: readonly SqlError[], received: ErrorText & { status?: number }): string[] {
  const fits = known.filter((one) => (received.status ?? one.status) === one.status && matchesError(one, received));
  const exact = fits.filter(({ text }) => /\w/.test(text.replaceAll('%s', '')));
  return [...new Set((exact.length > 0 ? exact : fits).map(({ name }) => name))];
}

const ERRORS = sqlErrors();
const LISTED = refusedByFunction();

/**
 * Records an error that a function of auth_api returned or raised. Throws if the function's comment does not list the
 * error.
 */
export function recordReceivedError(
  name: string,
  o: { status: number; code?: string | undefined; message: string },
): void {
  // Errors of an application's trigger have their own message and no code.
  if (o.code === undefined) return;
  const { status, code, message } = o;
  const names = matchingErrorNames(ERRORS, { status, code, text: message });
  const listed = names.filter((one) => LISTED.get(name)?.includes(one));
  if (listed.length === 0) {
    throw new Error(
      `auth_api.${name} refused with ${names.join(' or ') || `"${message}"`}, which its comment does not list`,
    );
  }
  for (const one of listed) recordError(name, one);
}
