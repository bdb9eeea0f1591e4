// One row of the security tables: a past vulnerability of authentication servers, an invariant, or a requirement of a
// standard.

/**
 * - `held`: a test verifies it.
 * - `setting`: held if the named setting is on. The setting is off by default for compatibility.
 * - `partly`, `not held`: `note` contains what is missing and why.
 * - `elsewhere`: the operator or another component is responsible, as named in `note`.
 * - `not applicable`: Postern has no such part.
 */
export type Status = 'held' | 'setting' | 'partly' | 'not held' | 'elsewhere' | 'not applicable';

export interface Row {
  id: string;
  /** An attack, an invariant or a requirement, in our words. */
  text: string;
  /** Public identifiers, such as those of CVE and GHSA. */
  source?: string;
  status?: Status;
  /** Settings on which the row depends. */
  settings?: readonly string[];
  /**
   * SQL functions (`auth_lib.x`), constraints (`constraint x`) or files that prevent the attack or enforce the
   * requirement.
   */
  rules?: readonly string[];
  /**
   * Test references in the form `file › start of title`. `file` is relative to test/, without `.test.ts`. Write `…` in
   * place of a title's start that is computed.
   */
  tests?: readonly string[];
  note?: string;
}

export interface Table {
  file: string;
  title: string;
  /** Content of the page, in one or two sentences. */
  about: string;
  /** Heading of the column with `text`. */
  column: string;
  groups: readonly { title: string; rows: readonly Row[] }[];
}
