// Messages between the processes of `serve --workers`.
import type { Environment } from '../../core/settings/reading.ts';
import type { ProcessShare } from './shares.ts';

/** Messages that the first process sends to the others. */
export type ParentMessage =
  | {
      begin: ProcessShare & {
        environment: Environment;
        port: number;
        /** True for the process that logs warnings and serves the console for all. */
        warns: boolean;
      };
    }
  | { stop: { at_once: boolean } }
  | { beat: true };

/** Messages that the other processes send to the first. */
export type ChildMessage =
  | { listening: { close_ms: number; prometheus_port: number | null } }
  /** Reason why the process could not start, or null if the reason was logged. */
  | { failed: string | null }
  | { alive: true };
