// What the processes of `serve --workers` tell each other.
import type { Environment } from '../../core/settings/reading.ts';
import type { Place } from './shares.ts';

/** From the first process. */
export type Order =
  | {
      begin: Place & {
        environment: Environment;
        port: number;
        /** One of them says what all would say. */
        warns: boolean;
      };
    }
  | { stop: { at_once: boolean } }
  | { beat: true };

/** From the others. */
export type Report =
  | { listening: { close_ms: number; prometheus_port: number | null } }
  /** Why it could not start; null where that stands in its own words in the log. */
  | { failed: string | null }
  | { alive: true };
