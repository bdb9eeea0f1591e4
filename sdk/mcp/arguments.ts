// Validates the arguments of a tool against its advertised schema. The protocol library does not, and an ignored
// misspelled name could turn a filtered call into an unfiltered one.
import type { JsonSchema } from './json_schema.ts';
import { InvalidRequestError } from './platform.ts';

export type Args = Record<string, unknown>;

/** Returns the arguments if they are an object with members of the schema only. Throws otherwise. */
export function checkArguments(given: unknown, { properties }: JsonSchema): Args {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidRequestError(given, [{ path: ['arguments'], code: 'type', message: 'must be an object' }]);
  }
  const known = Object.keys((properties ?? {}) as object);
  const issues = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [name], code: 'value' as const, message: `is unknown; known: ${known.join(', ')}` }));
  if (issues.length) throw new InvalidRequestError(given, issues);
  return given as Args;
}
