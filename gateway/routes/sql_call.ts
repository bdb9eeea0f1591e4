// Describes the call of a SQL function as data.
import type { FUNCTIONS } from './generated/functions.ts';

export type FunctionName = keyof typeof FUNCTIONS;

/**
 * Argument sources that no step adds. `none` is null. `settings` are the settings that the function reads. `link` is
 * the JSON from which a message's link is built (base_url, redirect_to, languages, and the PKCE members of the body).
 */
export type BuiltInSource = 'none' | 'claims' | 'client' | 'settings' | 'audience' | 'link' | 'code_keys';

/** A call of a function in the schema auth_api. */
export interface SqlCall {
  function: FunctionName;
  /** Source of each parameter's value: `settings`, `client`, …, or a member of the step context such as `body.email`. */
  args: Readonly<Record<string, string>>;
  /** Members of the body that make the function hash a password. The call then waits in the hash queue. */
  hashes?: readonly string[];
  /** True if the call creates a user, which an application's trigger on the users table may reject. */
  creates_user?: boolean;
  /** True if the call confirms a user, which an application's trigger on the users table may reject. */
  confirms_user?: boolean;
  /**
   * Allows several waiting calls to share one statement and so one transaction. The function must be short and lock
   * rows of at most one user. `locks` lists the sources whose values identify these rows; it is absent if the
   * function only reads. A call whose body has a member of `unless` gets its own statement.
   */
  shared?: { locks?: readonly string[]; unless?: readonly string[] };
}

type NeedOfSource<Source> = Source extends BuiltInSource | `query.${string}` | `path.${string}`
  ? never
  : Source extends `${infer Key}.${infer Member}`
    ? { readonly [K in Key]: { readonly [M in Member]: unknown } }
    : Source extends string
      ? { readonly [K in Source]: unknown }
      : never;
type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** Context members that a call needs, derived from its arguments. */
export type NeedsOfCall<C extends SqlCall> = UnionToIntersection<NeedOfSource<C['args'][keyof C['args']]>>;
