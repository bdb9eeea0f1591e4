// Type of a benchmark case.
import type { Load } from './load.ts';
import type { Side } from './setting.ts';

export interface Case {
  name: string;
  ours(side: Side): Load;
  floor?: Load;
  /** A table that the case needs. A commit whose database lacks it is not measured. */
  table?: string;
  /** Prepares a round. Not measured. */
  before?(side: Side): Promise<void>;
}
