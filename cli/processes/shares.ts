// Divides the limits of a server among the processes of `serve --workers`.
import { computeHashConcurrency } from '../../core/database/pool_sizes.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';

/** Default number of database connections of a server. With many processes, each has at least FEWEST_BY_DEFAULT. */
const DEFAULT_CONNECTIONS = 16;
const FEWEST_BY_DEFAULT = 6;
/** Minimum number of connections of a process, as in core/database/pool_sizes.ts. */
const FEWEST = 4;

export const MAX_PROCESSES = 128;

export interface ProcessShare {
  /** Number of this process, from 1. */
  process: number;
  processes: number;
}

/** Returns the settings of one process, with its share of the limits. */
export function settingsOfProcess(settings: Settings, place: ProcessShare): Settings {
  const { processes } = place;
  const connections = settings.db_max_pool_size || Math.max(DEFAULT_CONNECTIONS, FEWEST_BY_DEFAULT * processes);
  return {
    ...settings,
    db_max_pool_size: wholeShare(connections, place),
    security_hash_concurrency: Math.max(1, wholeShare(computeHashConcurrency(settings), place)),
    api_max_connections: Math.max(1, wholeShare(settings.api_max_connections, place)),
    // Each process has its own Prometheus port, which the first process scrapes.
    otel_exporter_prometheus_host: '127.0.0.1',
    otel_exporter_prometheus_port: 0,
  };
}

/** Returns one process' share of a number; the first processes get the remainder. */
function wholeShare(whole: number, { process, processes }: ProcessShare): number {
  return Math.floor(whole / processes) + (process <= whole % processes ? 1 : 0);
}

/**
 * Throws a CommandError if SVC_DB_MAX_POOL_SIZE is too small for the processes. Returns a warning if
 * SECURITY_HASH_CONCURRENCY is smaller than their number.
 */
export function checkShares(settings: Settings, processes: number): string[] {
  const { db_max_pool_size: connections } = settings;
  if (connections > 0 && connections < FEWEST * processes) {
    throw new CommandError(
      `SVC_DB_MAX_POOL_SIZE is shared by all processes of --workers: ${processes} processes need at least ${FEWEST * processes}, or 0 for the default.`,
    );
  }
  const hashes = computeHashConcurrency(settings);
  return hashes < processes
    ? [
        `SECURITY_HASH_CONCURRENCY is ${hashes}, but each of ${processes} processes hashes at least one password at a time: ${processes} in total.`,
      ]
    : [];
}
