// Connections of the tests' superuser, and the one by which a process makes and drops its databases.
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import postgres, { type PostgresType, type Sql } from 'postgres';
import { parseDatabaseUrl, postgresOptions } from '../../core/database/url.ts';

type Types = Record<string, PostgresType>;

/** From here on the numbers of types differ from one release of Postgres to the next. */
const FIRST_UNPINNED = 10_000;

/** Postgres' own list types, as the driver has made them from its first answer about them. */
let list_types: Types | undefined;

/**
 * Options of a pool that reads lists without asking which types are lists on each connection, once the process knows. Not for one
 * of which a connection is reserved: the driver never answers reserve() where that opens a connection and asks nothing.
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

/** A pool of the superuser. */
export function connect(url: string, { max, ...more }: Options): Sql {
  const options = postgresOptions(parseDatabaseUrl(url, {}), { application_name: 'postern test', max });
  // Tests may open transactions, which the driver cannot at the gateway's max_pipeline of 0.
  return postgres(Object.assign(options, { max_pipeline: 100, onnotice: () => undefined, ...more }));
}

/**
 * Runs statements in the database `postgres`: advisory locks are per database, so all lockers must meet in one. Where the connection
 * is kept, the process has one for all its files, for which nothing waits while it does nothing, and one use comes after another.
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

/** By the server's URL; a test may point its process to another one. */
const kept = new Map<string, Keeper>();

function keepConnection(url: string): Keeper {
  const target = parseDatabaseUrl(url, {});
  const [host = ''] = target.hosts;
  const [port = 5432] = target.ports;
  let socket: Socket | undefined;
  const sql = connect(url, {
    max: 1,
    // A timer would be waited for.
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
