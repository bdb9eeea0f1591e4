// One row of the security tables: a past vulnerability of such servers, an invariant, or a requirement of a standard.

/**
 * - `held`: a test proves it.
 * - `setting`: held once the named setting is on; off by default for compatibility.
 * - `partly`, `not held`: `note` says what is missing and why.
 * - `elsewhere`: the operator or another component has to do it; `note` says who.
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
  /** Settings that the row depends on. */
  settings?: readonly string[];
  /** The SQL functions (`auth_lib.x`), constraints (`constraint x`) or files that enforce it. */
  rules?: readonly string[];
  /** Tests as `file › start of title`. The file is relative to test/, without `.test.ts`; `…` is a computed beginning. */
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
