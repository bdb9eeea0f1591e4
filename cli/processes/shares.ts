// What one of several processes of `serve --workers` may take, so that all together take what one would.
import { hashConcurrency } from '../../core/database/pool_sizes.ts';
import type { Settings } from '../../core/settings/table.ts';
import { Sentence } from '../../core/terminal/sentence.ts';

/** Connections of a server where nothing is set; of many processes each has a few for what is short. */
const DEFAULT_CONNECTIONS = 16;
const FEWEST_BY_DEFAULT = 6;
/** One for each kind of work. */
const FEWEST = 4;

/** More are no help on any machine, and each opens connections. */
export const MOST_PROCESSES = 128;

export interface Place {
  /** Which of them this is, from 1. */
  process: number;
  processes: number;
}

/** The settings of one process: those that bound what a server takes, divided. */
export function shareOf(settings: Settings, place: Place): Settings {
  const { processes } = place;
  const connections = settings.db_max_pool_size || Math.max(DEFAULT_CONNECTIONS, FEWEST_BY_DEFAULT * processes);
  return {
    ...settings,
    db_max_pool_size: part(connections, place),
    security_hash_concurrency: Math.max(1, part(hashConcurrency(settings), place)),
    api_max_connections: Math.max(1, part(settings.api_max_connections, place)),
    // Each is asked by the first process, which alone answers Prometheus.
    otel_exporter_prometheus_host: '127.0.0.1',
    otel_exporter_prometheus_port: 0,
  };
}

/** The parts of all processes make the whole; the first ones have what is left over. */
function part(whole: number, { process, processes }: Place): number {
  return Math.floor(whole / processes) + (process <= whole % processes ? 1 : 0);
}

/** Refuses what cannot be divided; answers what is to be known of what can. */
export function checkShares(settings: Settings, processes: number): string[] {
  const { db_max_pool_size: connections } = settings;
  if (connections > 0 && connections < FEWEST * processes) {
    throw new Sentence(
      `SVC_DB_MAX_POOL_SIZE is for all processes of --workers together: ${processes} of them need 0 or at least ${FEWEST * processes}.`,
    );
  }
  const hashes = hashConcurrency(settings);
  return hashes < processes
    ? [
        `SECURITY_HASH_CONCURRENCY is ${hashes}, and each of ${processes} processes hashes at least one password at a time: ${processes} in all.`,
      ]
    : [];
}
