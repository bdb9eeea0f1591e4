// A benchmark case: the requests of real clients, and the floor's route for the same rows.
import type { Load } from './load.ts';
import type { Side } from './setting.ts';

export interface Case {
  name: string;
  ours(side: Side): Load;
  floor?: Load;
  /** Prepares a round; not measured. */
  before?(side: Side): Promise<void>;
}
