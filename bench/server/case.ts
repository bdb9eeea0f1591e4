// Type of a benchmark case.
import type { Load } from './load.ts';
import type { Side } from './setting.ts';

export interface Case {
  name: string;
  ours(side: Side): Load;
  floor?: Load;
  /** Prepares a round. Not measured. */
  before?(side: Side): Promise<void>;
}
