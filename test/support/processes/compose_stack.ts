// Runs the services of docker-compose.yml without containers, each with its environment, in the order of depends_on.
// Service names are replaced by local ports. Postgres is embedded; PgBouncer, nginx and psql are Debian's. PostgREST
// and Mailpit are fakes in the test process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { startFakePostgrest } from '../clients/postgrest.ts';
import { createCluster } from '../database/cluster.ts';
import { poolerVersion } from '../database/pooler.ts';
import { type MailServer, startMailServer } from '../providers/mail_server.ts';
import {
  type Compose,
  readCompose,
  readEnvFile,
  type Service,
  serviceEnvironment,
  sortByStartOrder,
} from './compose.ts';
import { acceptsConnections, untilListening } from './listening.ts';
import { type Running, runCli, temporaryFolder } from './process.ts';

const NGINX = '/usr/sbin/nginx';
const ROOT = resolve('.');

/** Returns the names of missing packages; '' if all are installed. */
export function missingComposePackages(): string {
  const missing = [
    ...(poolerVersion() === null ? ['pgbouncer'] : []),
    ...(existsSync(NGINX) ? [] : ['nginx-light']),
    ...(existsSync('/usr/bin/psql') ? [] : ['postgresql-client']),
  ];
  return missing.join(', ');
}

export interface ComposeStack {
  /** URL of the nginx proxy. */
  url: string;
  mail_url: string;
  /** Replaces service hosts and ports in a text by those on this machine. */
  place(text: string): string;
  sink: MailServer;
  env_file: Record<string, string>;
  folder: string;
  compose: Compose;
  environment(name: string): Record<string, string>;
  superuser_url: string;
  running: ReadonlyMap<string, Running>;
  pooler_log(): string;
  close(): Promise<void>;
}

/** Starts all services that `docker compose up` starts. */
export async function startComposeStack(): Promise<ComposeStack> {
  const temporary = temporaryFolder({ on_disk: true });
  const folder = join(temporary.path, 'postern');
  mkdirSync(folder);
  cpSync('deploy', join(folder, 'deploy'), { recursive: true });
  await runProgram('sh', ['deploy/secrets.sh'], { cwd: folder });
  const env_file = readEnvFile(join(folder, '.env'));
  const compose = readCompose();
  const sink = await startMailServer();
  const mails = await startMailCatcher(sink);
  const cluster = await createCluster();
  const [pgbouncer, gateway, postgrest, proxy] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const ports: Record<string, number> = {
    'postgres:5432': Number(new URL(cluster.superuser_url).port),
    'pgbouncer:6432': pgbouncer,
    'gateway:8081': gateway,
    'postgrest:3000': postgrest,
    'localhost:8081': proxy,
    'localhost:8025': mails.port,
  };
  const place = (text: string): string =>
    Object.entries(ports).reduce((changed, [name, port]) => {
      const host = name.startsWith('localhost') ? 'localhost' : '127.0.0.1';
      return changed.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${host}:${port}`);
    }, text);
  /** Values of variables to which place() does not apply, such as a host without a port. */
  const alone: Record<string, string> = {
    PGHOST: '127.0.0.1',
    PGPORT: String(ports['postgres:5432']),
    SVC_SMTP_HOST: '127.0.0.1',
    SVC_API_HOST: '127.0.0.1',
    PORT: String(gateway),
    PGRST_SERVER_PORT: String(postgrest),
    LISTEN_PORT: String(pgbouncer),
    LISTEN: `127.0.0.1:${proxy}`,
    SVC_WORKER_HEARTBEAT_FILE: join(folder, 'worker-is-alive'),
  };
  const environment = (name: string): Record<string, string> => {
    const service = compose.services[name] as Service;
    const placed = Object.entries(serviceEnvironment(service, env_file)).map(([key, text]) => [
      key,
      alone[key] ?? place(text),
    ]);
    return {
      ...Object.fromEntries(placed),
      // The mail server's port replaces port 587, which only root may bind. PgBouncer before 1.21 does not support
      // prepared statements in transaction mode.
      ...(service.image?.startsWith('postern/postern:')
        ? { SVC_SMTP_PORT: String(sink.port), ...preparedStatementSettings() }
        : {}),
      ...(name === 'pgbouncer' ? { LISTEN_HOST: '127.0.0.1', PGBOUNCER_FOLDER: join(folder, 'pgbouncer') } : {}),
    };
  };
  const superuser_url = `postgres://postgres:${env_file.POSTGRES_PASSWORD}@127.0.0.1:${ports['postgres:5432']}/postern`;
  const running = new Map<string, Running>();
  const children: ChildProcess[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  const starters: Record<string, (service: Service) => Promise<unknown>> = {
    postgres: async () => {
      const { POSTGRES_DB, POSTGRES_PASSWORD } = environment('postgres');
      const sql = postgres(cluster.superuser_url, { max: 1 });
      await sql.unsafe(`alter role postgres password '${POSTGRES_PASSWORD}'`);
      await sql.unsafe(`create database ${POSTGRES_DB}`);
      await sql.end();
    },
    migrate: (service) =>
      startPosternService('migrate', service).exited.then((code) => assertServiceSucceeded('migrate', code)),
    roles: ({ command = [] }) => {
      const [program = '', ...args] = command.map((word) => word.replace('=/deploy/', `=${folder}/deploy/`));
      return runProgram(program, args, { env: environment('roles') });
    },
    pgbouncer: async ({ entrypoint = [] }) => {
      const [program = '', ...args] = entrypoint.map((word) => word.replace(/^\/deploy\//, `${folder}/deploy/`));
      const account = findServerAccount();
      mkdirSync(join(folder, 'pgbouncer'));
      for (const path of [temporary.path, folder, join(folder, 'pgbouncer'), join(folder, 'deploy')])
        changeOwner(account, path);
      children.push(
        spawn(program, args, {
          env: { PATH: `${process.env.PATH}:/usr/sbin`, ...environment('pgbouncer') },
          stdio: ['ignore', 'pipe', 'pipe'],
          ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
        }),
      );
      keep(children.at(-1) as ChildProcess);
      await waitForPort(pgbouncer);
    },
    gateway: (service) => startPosternService('gateway', service).until(/serves on port/),
    worker: (service) => startPosternService('worker', service).until(/is at work/),
    postgrest: async () => {
      const { close } = await startFakePostgrest(environment('postgrest'));
      closing.push(close);
    },
    mail: () => Promise.resolve(),
    proxy: async () => {
      const config = buildNginxConfig(folder, environment('proxy'));
      children.push(spawn(NGINX, ['-c', config, '-e', join(folder, 'nginx.log')], { stdio: 'ignore' }));
      await waitForPort(proxy);
    },
  };
  let pooler = '';
  function keep(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (pooler += String(chunk)));
  }
  function startPosternService(name: string, { command = [] }: Service): Running {
    const process_of = runCli(command, { env: environment(name), main: join(ROOT, 'cli/postern.mjs') });
    running.set(name, process_of);
    return process_of;
  }
  function assertServiceSucceeded(name: string, code: number | null): void {
    if (code !== 0)
      throw new Error(`${name} ended with ${code}: ${running.get(name)?.stdout}${running.get(name)?.stderr}`);
  }
  // Kills all processes if the test exits without calling close().
  const atExit = (): void => {
    for (const child of [...children, ...[...running.values()].map((one) => one.child)]) child.kill('SIGKILL');
  };
  process.once('exit', atExit);
  const close = async (): Promise<void> => {
    process.off('exit', atExit);
    await Promise.all([...running.values()].map((one) => (one.child.exitCode === null ? one.stop('SIGINT') : null)));
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    for (const one of closing) await one();
    await mails.close();
    await sink.close();
    await cluster.stop();
    rmSync(temporary.path, { recursive: true, force: true });
  };
  try {
    for (const name of sortByStartOrder(compose)) await starters[name]?.(compose.services[name] as Service);
  } catch (error) {
    await close();
    throw error;
  }
  const url = `http://localhost:${proxy}`;
  const mail_url = `http://localhost:${mails.port}`;
  const own = { url, mail_url, place, sink, env_file, folder, compose, environment, superuser_url, running };
  return { ...own, pooler_log: () => pooler, close };
}

function preparedStatementSettings(): Record<string, string> {
  const [major = 0, minor = 0] = poolerVersion() ?? [];
  return major === 1 && minor < 21 ? { SVC_DB_PREPARE: 'false' } : {};
}

/** Writes an nginx configuration with deploy/nginx.conf.template and its variables replaced. Returns the path. */
function buildNginxConfig(folder: string, env: Record<string, string>): string {
  const given: Record<string, string> = { ...env, NGINX_LOCAL_RESOLVERS: '127.0.0.1' };
  const template = readFileSync(join(folder, 'deploy/nginx.conf.template'), 'utf8');
  const server = template.replace(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx_${name};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}}\n`,
  );
  return file;
}

/** Fake of Mailpit: serves the text of the newest mail, the only page that the guides request. */
async function startMailCatcher(sink: MailServer): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const newest = sink.mails.at(-1);
    const known = request.url === '/view/latest.txt' && newest !== undefined;
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(known ? newest.parsed.text : 'not found');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { port: (server.address() as AddressInfo).port, close };
}

async function waitForPort(port: number): Promise<void> {
  await untilListening(
    null,
    () => acceptsConnections(port),
    () => `nothing on port ${port}`,
  );
}

export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. Throws if the program fails, unless the caller allows failures. */
export async function runProgram(
  program: string,
  args: readonly string[],
  o: { cwd?: string; env?: Record<string, string>; input?: string | (() => Promise<string>); may_fail?: boolean } = {},
): Promise<ProgramResult> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...o.env };
  // spawnSync would block this process, whose fakes serve the program's requests.
  const child = spawn(program, args, { cwd: o.cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  // A program may exit before its input is written.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') output.stderr += String(error);
  });
  const { input = '' } = o;
  if (typeof input === 'string') child.stdin.end(input);
  else
    input().then(
      (typed) => child.stdin.end(typed),
      (fault: unknown) => {
        output.stderr += String(fault);
        child.kill('SIGKILL');
      },
    );
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 && !o.may_fail)
    throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${output.stdout}${output.stderr}`);
  return { code, ...output };
}
