// Type of a benchmark case.
import type { Load } from './load.ts';
import type { MeasuredGateway } from './setup.ts';

export interface Case {
  name: string;
  ours(side: MeasuredGateway): Load;
  floor?: Load;
  /** Table that the case needs. The case is skipped for a commit whose database lacks the table. */
  table?: string;
  /** Prepares a round. Not measured. */
  before?(side: MeasuredGateway): Promise<void>;
}
