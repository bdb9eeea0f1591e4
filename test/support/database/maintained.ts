// Superuser connections of the tests, and the connection on which a process creates and drops its databases.
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import postgres, { type PostgresType, type Sql } from 'postgres';
import { parseDatabaseUrl, postgresOptions } from '../../../core/database/url.ts';

type Types = Record<string, PostgresType>;

/** Type OIDs from here on differ between major versions of Postgres. */
const FIRST_UNPINNED = 10_000;

/** Postgres' built-in array types, as the driver built them from its first catalog query. */
let list_types: Types | undefined;

/**
 * Returns pool options that skip the driver's query for array types on each connection, once this process knows them.
 * Do not use them with reserve(): the driver never resolves it if it opens a connection without that query.
 */
export function listTypes(): { fetch_types?: boolean; types?: Types } {
  return list_types === undefined ? {} : { fetch_types: false, types: list_types };
}

function listTypesOf(sql: Sql): Types {
  const { parsers, serializers } = sql.options;
  const lists = Object.keys(parsers)
    .map(Number)
    .filter((oid) => 'array' in (parsers[oid] ?? {}) && oid < FIRST_UNPINNED);
  return Object.fromEntries(
    lists.map((oid) => [
      `list_${oid}`,
      { to: oid, from: [oid], parse: parsers[oid], serialize: serializers[oid] } as PostgresType,
    ]),
  );
}

interface Options {
  max: number;
  socket?: () => Promise<Socket>;
  max_lifetime?: null;
}

/** Opens a pool of the superuser. */
export function connect(url: string, { max, ...more }: Options): Sql {
  const options = postgresOptions(parseDatabaseUrl(url, {}), { application_name: 'postern test', max });
  // Tests may open transactions, which the driver does not support with the gateway's max_pipeline of 0.
  return postgres(Object.assign(options, { max_pipeline: 100, onnotice: () => undefined, ...more }));
}

/**
 * Runs statements in the database `postgres`: advisory locks are per database, so all lockers must use the same one.
 * With `keep` the process reuses one connection for all its files, one use at a time. An idle connection does not keep
 * the process alive.
 */
export async function maintain<T>(url: string, keep: boolean, work: (sql: Sql) => Promise<T>): Promise<T> {
  if (keep) {
    const known = kept.get(url) ?? keepConnection(url);
    kept.set(url, known);
    return known(work);
  }
  const sql = connect(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

type Keeper = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Connections by server URL; a test may switch its process to another server. */
const kept = new Map<string, Keeper>();

function keepConnection(url: string): Keeper {
  const target = parseDatabaseUrl(url, {});
  const [host = ''] = target.hosts;
  const [port = 5432] = target.ports;
  let socket: Socket | undefined;
  const sql = connect(url, {
    max: 1,
    // A timer would keep the process alive.
    max_lifetime: null,
    socket: async () => {
      socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket({ host, port });
      await once(socket, 'connect');
      return socket;
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(async () => {
      socket?.ref();
      try {
        const done = await work(sql);
        list_types ??= listTypesOf(sql);
        return done;
      } finally {
        socket?.unref();
      }
    });
    last = next.catch(() => undefined);
    return next;
  };
}
