// A cluster of Debian's Patroni, for failover tests: three members with synchronous replication, on PostgreSQL 15, and
// Debian's etcd.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeOwner, findServerAccount, spawnAs } from '../../dev/embedded/binaries.ts';
import { readPostmaster } from '../../dev/embedded/cluster.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { DEBIAN_BIN } from '../support/database/debian.ts';
import { FAST_FOLDER } from '../support/processes/folders.ts';

export interface PatroniMember {
  name: string;
  port: number;
  /** Kills Patroni and its Postgres. */
  kill(): void;
}

export interface PatroniCluster {
  members: PatroniMember[];
  password: string;
  /** Resolves with the leader once it differs from `but` and one member is a synchronous standby. */
  leader(but?: PatroniMember): Promise<PatroniMember>;
  /** Performs a switchover, after which the former leader is a standby. Resolves with the new leader. */
  switchover(): Promise<PatroniMember>;
  stop(): void;
}

const PATRONI = '/usr/bin/patroni';
const ETCD = '/usr/bin/etcd';

/** Returns the path of a missing program, or null. */
export function missingForPatroni(): string | null {
  const programs = [PATRONI, ETCD, join(DEBIAN_BIN, 'pg_basebackup')];
  return programs.find((path) => !existsSync(path)) ?? null;
}

interface MemberState {
  name: string;
  role: string;
  state: string;
}

/** Starts etcd and all members on loopback. */
export async function startPatroni(): Promise<PatroniCluster> {
  const account = findServerAccount();
  const folder = mkdtempSync(join(FAST_FOLDER, `postern-test-${process.pid}-`));
  changeOwner(account, folder);
  const password = randomBytes(12).toString('hex');
  const children: ChildProcess[] = [];
  const members: (PatroniMember & { rest: number })[] = [];
  const run = (program: string, args: string[], log_file: string): ChildProcess => {
    const log = openSync(join(folder, log_file), 'a', 0o600);
    const child = spawnAs(account, program, args, folder, { stdio: ['ignore', log, log] });
    child.unref();
    children.push(child);
    return child;
  };
  const end = (): void => {
    for (const child of children) killTree(child.pid);
    for (const member of members) member.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', end);

  const [client, peer] = [await findFreePort(), await findFreePort()];
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  const etcd = ['--data-dir', join(folder, 'etcd'), '--name', 'one', '--unsafe-no-fsync', '--log-level', 'error'];
  const urls = ['--listen-client-urls', at(client), '--advertise-client-urls', at(client)];
  const peers = ['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)];
  run(ETCD, [...etcd, ...urls, ...peers, '--initial-cluster', `one=${at(peer)}`], 'etcd.log');

  for (const name of ['one', 'two', 'three']) {
    const [port, rest] = [await findFreePort(), await findFreePort()];
    const config = join(folder, `${name}.yml`);
    mkdirSync(join(folder, name), { mode: 0o700 });
    changeOwner(account, join(folder, name));
    const settings = patroniSettings({ name, port, rest, client, data: join(folder, name, 'data'), password });
    writeFileSync(config, JSON.stringify(settings), { mode: 0o600 }); // JSON is YAML
    changeOwner(account, config);
    const child = run(PATRONI, [config], `${name}.log`);
    // Kills Patroni and its Postgres, because Postgres keeps running when Patroni is killed.
    const kill = (): void => {
      killTree(child.pid);
      killTree(readPostmaster(join(folder, name, 'data'))?.pid);
    };
    members.push({ name, port, rest, kill });
  }

  const look = async (): Promise<MemberState[]> => {
    for (const { rest } of members) {
      const answer = await fetch(`${at(rest)}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members?: MemberState[] }).members ?? [];
    }
    return [];
  };
  const leader = async (but?: PatroniMember): Promise<PatroniMember> => {
    const deadline = Date.now() + 120_000;
    for (;;) {
      const seen = await look();
      const found = members.find(({ name }) => seen.some((one) => one.name === name && one.role === 'leader'));
      const synchronous = seen.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state));
      if (found && found.name !== but?.name && synchronous) return found;
      if (Date.now() > deadline) {
        throw new Error(
          `nobody leads: ${JSON.stringify(seen)}\n${readFileSync(join(folder, 'one.log'), 'utf8').slice(-2_000)}`,
        );
      }
      await sleep(100);
    }
  };
  return {
    members,
    password,
    leader,
    async switchover() {
      const former = await leader();
      const { rest } = members.find(({ name }) => name === former.name) as { rest: number };
      const body = JSON.stringify({ leader: former.name });
      const answer = await fetch(`${at(rest)}/switchover`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(120_000),
      });
      if (!answer.ok) throw new Error(`no switch-over: ${answer.status} ${await answer.text()}`);
      return leader(former);
    },
    stop() {
      process.off('exit', end);
      end();
    },
  };
}

function patroniSettings(o: {
  name: string;
  port: number;
  rest: number;
  client: number;
  data: string;
  password: string;
}): object {
  return {
    scope: 'postern',
    name: o.name,
    restapi: { listen: `127.0.0.1:${o.rest}`, connect_address: `127.0.0.1:${o.rest}` },
    etcd3: { host: `127.0.0.1:${o.client}` },
    bootstrap: {
      // The shortest times that Patroni accepts. The key of a killed leader expires after the ttl of 20 s.
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '128MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'no-sync'],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${o.port}`,
      connect_address: `127.0.0.1:${o.port}`,
      data_dir: o.data,
      bin_dir: DEBIAN_BIN,
      authentication: {
        superuser: { username: 'postgres', password: o.password },
        replication: { username: 'replicator', password: o.password },
      },
      parameters: { unix_socket_directories: '', shared_buffers: '32MB', log_line_prefix: '%m [%p] %q%u@%d %e ' },
    },
  };
}

/**
 * Kills a process and its descendants. Postgres processes are session leaders, so killing the process group would miss
 * them.
 */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const parent of tree) tree.push(...rows.filter(([, ppid]) => ppid === parent).map(([child = 0]) => child));
  for (const one of tree) {
    try {
      process.kill(one, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
