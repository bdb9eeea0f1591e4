// Checks the configured replicas: each must respond, replicate from this primary, log in as the gateway's role, and not
// exceed the maximum lag.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { type DatabaseTarget, parseDatabaseUrl } from '../../core/database/url.ts';
import { type Finding, findingWithAdvice } from '../../core/doctor/finding.ts';
import { type Connection, runStatement } from '../migrate/connection.ts';
import { firstErrorLine } from '../migrate/database_error.ts';
import { openStandby } from '../pool.ts';
import type { Check } from './check_context.ts';

export interface ReplicaSettings {
  database_url_replicas?: readonly string[];
  /** Maximum replication lag in seconds. */
  replica_max_lag?: number;
}

interface ReplicaState {
  who: string;
  standby: boolean;
  system: string;
}

const FACTS = `select session_user::text as who, pg_is_in_recovery() as standby,
  (select s.system_identifier::text from pg_control_system() as s) as system`;
const LOOK_MS = 50;

export function createReplicasCheck(settings: ReplicaSettings): Check {
  const { database_url_replicas: urls = [], replica_max_lag: max_lag = 1 } = settings;
  return async ({ connection, names }) => {
    const findings: Finding[] = [];
    for (const url of urls) {
      const target = parseDatabaseUrl(url, process.env);
      const name = `the standby ${target.hosts[0]}:${target.ports[0]}`;
      const role = names.role.gateway;
      findings.push(...(await examineReplica({ connection, target, name, role, max_lag })));
    }
    return findings;
  };
}

async function examineReplica(o: {
  connection: Connection;
  target: DatabaseTarget;
  name: string;
  role: string;
  max_lag: number;
}): Promise<Finding[]> {
  const { connection, name } = o;
  const sql = openStandby(o.target);
  const found = (finding: string, advice: string): Finding[] => [
    findingWithAdvice('replicas', `${name} ${finding}`, advice),
  ];
  try {
    const [standby] = await sql.unsafe<ReplicaState[]>(FACTS);
    const [primary] = await runStatement<ReplicaState>(connection, FACTS);
    if (standby?.system !== primary?.system) {
      return found(
        'belongs to another database server',
        'remove it from DATABASE_URL_REPLICAS, or recreate it from this server',
      );
    }
    if (!standby?.standby)
      return found('is not a standby', 'gateways do not use it: remove it from DATABASE_URL_REPLICAS');
    const unprotected = `logs the gateway in as ${standby.who} instead of ${o.role}, so it could take on other roles of that login`;
    return [
      ...(standby.who === o.role ? [] : found(unprotected, `name ${o.role} in its URL`)),
      ...((await isWithinLag(connection, sql, o.max_lag))
        ? []
        : found(
            `lags by more than ${o.max_lag} s`,
            'gateways do not use it until it has caught up: check pg_stat_replication on the primary, and whether replay is paused',
          )),
    ];
  } catch (error) {
    return found(`does not answer: ${firstErrorLine(error)}`, 'gateways work without it: start it, or fix its URL');
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Returns true if the replica reaches the primary's current WAL position within the maximum lag. */
async function isWithinLag(connection: Connection, standby: Sql, max_lag: number): Promise<boolean> {
  const [now] = await runStatement<{ lsn: string }>(connection, 'select pg_current_wal_flush_lsn()::text as lsn');
  const wanted = `select pg_last_wal_replay_lsn() >= '${now?.lsn}'::pg_lsn as reached`;
  const looks = Math.ceil((max_lag * 1_000) / LOOK_MS) + 1;
  for (let look = 0; look < looks; look += 1) {
    const [row] = await standby.unsafe<{ reached: boolean }[]>(wanted);
    if (row?.reached) return true;
    await sleep(LOOK_MS);
  }
  return false;
}
