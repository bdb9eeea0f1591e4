// Messages between the processes of `serve --workers`.
import type { Environment } from '../../core/settings/reading.ts';
import type { Place } from './shares.ts';

/** Messages that the first process sends to the others. */
export type Order =
  | {
      begin: Place & {
        environment: Environment;
        port: number;
        /** True for the one process that logs warnings, which are the same for all. */
        warns: boolean;
      };
    }
  | { stop: { at_once: boolean } }
  | { beat: true };

/** Messages that the other processes send to the first. */
export type Report =
  | { listening: { close_ms: number; prometheus_port: number | null } }
  /** Why the process could not start; null if the reason is in the log. */
  | { failed: string | null }
  | { alive: true };
