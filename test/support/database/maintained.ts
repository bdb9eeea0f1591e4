// Superuser connections of the tests, and the connection on which a process creates and drops its databases.
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import postgres, { type PostgresType, type Sql } from 'postgres';
import { parseDatabaseUrl, postgresOptions } from '../../../core/database/url.ts';

type ArrayTypes = Record<string, PostgresType>;

/** Type OIDs from this number on may differ between major versions of Postgres. */
const FIRST_UNPINNED = 10_000;

/** Built-in array types, as the driver built them from its first catalog query. */
let list_types: ArrayTypes | undefined;

/**
 * Returns pool options that skip the driver's query for array types on each connection, once this process knows the
 * types. Do not combine them with reserve(), because on a connection without that query the driver never resolves
 * reserve().
 */
export function cachedArrayTypes(): { fetch_types?: boolean; types?: ArrayTypes } {
  return list_types === undefined ? {} : { fetch_types: false, types: list_types };
}

function readArrayTypes(sql: Sql): ArrayTypes {
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

export interface PoolOptions {
  max: number;
  socket?: () => Promise<Socket>;
  max_lifetime?: null;
  /** False for a server that may crash, because the driver does not handle an error of its query for array types. */
  fetch_types?: boolean;
}

export function connect(url: string, { max, ...more }: PoolOptions): Sql {
  const options = postgresOptions(parseDatabaseUrl(url, {}), { application_name: 'postern test', max });
  // Transactions need a max_pipeline above the gateway's value 0.
  return postgres(Object.assign(options, { fetch_types: true, max_pipeline: 100, onnotice: () => undefined, ...more }));
}

/**
 * Runs statements in the database of `url`. Advisory locks belong to a database, so all processes must pass the same
 * database. With `keep`, all calls share one connection, which does not keep the process alive while it is idle.
 */
export async function runInMaintenanceDatabase<T>(
  url: string,
  keep: boolean,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (keep) {
    const known = kept.get(url) ?? createKeptConnection(url);
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

type KeptConnection = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Kept connections by server URL. */
const kept = new Map<string, KeptConnection>();

function createKeptConnection(url: string): KeptConnection {
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
        list_types ??= readArrayTypes(sql);
        return done;
      } finally {
        socket?.unref();
      }
    });
    last = next.catch(() => undefined);
    return next;
  };
}
