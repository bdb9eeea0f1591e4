// A fake of PostgREST. Runs each request as PostgREST 14 does: one transaction (READ ONLY for GET and HEAD) that sets
// role, claims and request, and one statement. The environment variables have PostgREST's names. Supports only what
// tests use: select, eq, order, single objects, and returned rows.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors, jwtVerify } from 'jose';
import postgres, { type Sql } from 'postgres';

export interface Postgrest {
  port: number;
  close(): Promise<void>;
}

interface Problem {
  status: number;
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

class RequestError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Starts the fake. Reads PGRST_DB_URI, PGRST_DB_SCHEMAS, PGRST_DB_ANON_ROLE, PGRST_JWT_SECRET and PGRST_SERVER_PORT.
 */
export async function startFakePostgrest(env: Readonly<Record<string, string>>): Promise<Postgrest> {
  const { PGRST_DB_URI = '', PGRST_DB_SCHEMAS: schema = 'public', PGRST_DB_ANON_ROLE: anon = '' } = env;
  const secret = new TextEncoder().encode(env.PGRST_JWT_SECRET);
  if (secret.length < 32) throw new Error('PostgREST does not start with a secret of less than 32 characters');
  const sql = postgres(PGRST_DB_URI, { max: 4, onnotice: () => undefined });
  await sql`select 1`;
  const server = createServer((request, response) => {
    void respondToRequest(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(body);
    });
  });

  async function respondToRequest(request: IncomingMessage): Promise<{ status: number; body: string }> {
    let role = anon;
    try {
      const claims = await verifyRequestClaims(request, { secret, anon });
      role = String(claims.role);
      return await runRequest(request, { sql, schema, claims });
    } catch (error) {
      const { status, ...problem } = toProblem(error, { anonymous: role === anon });
      return { status, body: JSON.stringify({ details: null, hint: null, ...problem }) };
    }
  }

  await new Promise<void>((done) => server.listen(Number(env.PGRST_SERVER_PORT ?? 0), '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await sql.end({ timeout: 1 });
    },
  };
}

/** Verifies the bearer token and returns its claims. Without a token, returns the claims of the anonymous role. */
async function verifyRequestClaims(
  request: IncomingMessage,
  o: { secret: Uint8Array; anon: string },
): Promise<Record<string, unknown>> {
  const [, token] = /^Bearer +(\S*)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) {
    if (o.anon === '')
      throw new RequestError({ status: 401, code: 'PGRST302', message: 'Anonymous access is disabled' });
    return { role: o.anon };
  }
  const { payload } = await jwtVerify(token, o.secret, { clockTolerance: 30 }).catch((error: unknown) => {
    const expired = error instanceof errors.JWTExpired;
    throw new RequestError(
      expired
        ? { status: 401, code: 'PGRST303', message: 'JWT expired' }
        : { status: 401, code: 'PGRST301', message: 'No suitable key or wrong key type' },
    );
  });
  return { ...payload, role: payload.role ?? o.anon };
}

interface RequestContext {
  sql: Sql;
  schema: string;
  claims: Record<string, unknown>;
}

async function runRequest(request: IncomingMessage, o: RequestContext): Promise<{ status: number; body: string }> {
  const url = new URL(request.url ?? '/', 'http://postgrest');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', headers } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const rows = await o.sql.begin(`isolation level read committed ${reads ? 'read only' : 'read write'}`, async (tx) => {
    await tx`select set_config('search_path', ${`"${o.schema}"`}, true), set_config('role', ${String(o.claims.role)}, true),
      set_config('request.jwt.claims', ${JSON.stringify(o.claims)}, true), set_config('request.method', ${method}, true),
      set_config('request.path', ${url.pathname}, true), set_config('request.headers', ${JSON.stringify(headers)}, true),
      set_config('request.cookies', '{}', true)`;
    const { text, values } = buildStatement(method, url, { schema: o.schema, body: Buffer.concat(chunks).toString() });
    return (await tx.unsafe(text, values as never[])) as unknown as Record<string, unknown>[];
  });
  const single = headers.accept?.includes('vnd.pgrst.object') === true;
  if (single && rows.length !== 1) {
    const details = `The result contains ${rows.length} rows`;
    throw new RequestError({
      status: 406,
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details,
    });
  }
  const shown = reads || String(headers.prefer ?? '').includes('return=representation');
  if (method === 'HEAD' || !shown) return { status: method === 'POST' ? 201 : reads ? 200 : 204, body: '' };
  return { status: method === 'POST' ? 201 : 200, body: JSON.stringify(single ? rows[0] : rows) };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function buildStatement(
  method: string,
  url: URL,
  o: { schema: string; body: string },
): { text: string; values: readonly unknown[] } {
  const table = `${quoted(o.schema)}.${quoted(decodeURIComponent(url.pathname.slice(1)))}`;
  const columns = url.searchParams.get('select') ?? '*';
  const listed = columns === '*' ? '*' : columns.split(',').map(quoted).join(', ');
  const values: unknown[] = [];
  const filters = [...url.searchParams]
    .filter(([name]) => !['select', 'order', 'columns', 'limit'].includes(name))
    .map(([name, text]) => {
      const [, value] = /^eq\.(.*)$/s.exec(text) ?? [];
      if (value === undefined) throw new Error(`the stand-in for PostgREST does not know ${name}=${text}`);
      values.push(value);
      return `${quoted(name)}::text = $${values.length}::text`;
    });
  const where = filters.length > 0 ? ` where ${filters.join(' and ')}` : '';
  const [order = '', direction = 'asc'] = (url.searchParams.get('order') ?? '').split('.');
  const sorted = order === '' ? '' : ` order by ${quoted(order)} ${direction === 'desc' ? 'desc' : 'asc'}`;
  if (method === 'GET' || method === 'HEAD') return { text: `select ${listed} from ${table}${where}${sorted}`, values };
  if (method === 'DELETE') return { text: `delete from ${table}${where} returning ${listed}`, values };
  const sent = JSON.parse(o.body) as Record<string, unknown> | Record<string, unknown>[];
  const given = Object.keys(Array.isArray(sent) ? (sent[0] ?? {}) : sent).map(quoted);
  values.push(JSON.stringify(Array.isArray(sent) ? sent : [sent]));
  const source = `json_populate_recordset(null::${table}, $${values.length}::text::json)`;
  if (method === 'POST') {
    const names = given.join(', ');
    return { text: `insert into ${table} (${names}) select ${names} from ${source} returning ${listed}`, values };
  }
  const set = given.map((name) => `${name} = s.${name}`).join(', ');
  const matched = filters.map((filter) => `t.${filter}`).join(' and ') || 'true';
  return { text: `update ${table} as t set ${set} from ${source} as s where ${matched} returning t.*`, values };
}

/** Maps database errors to PostgREST's statuses. */
function toProblem(error: unknown, { anonymous }: { anonymous: boolean }): Problem {
  if (error instanceof RequestError) return error.problem;
  const { code = 'XX000', message, detail, hint } = error as { code?: string; detail?: string; hint?: string } & Error;
  const status =
    { '42501': anonymous ? 401 : 403, '23503': 409, '23505': 409, '42P01': 404, '25006': 405, '22023': 401 }[code] ??
    (/^(2|P0001)/.test(code) ? 400 : 500);
  return { status, code, message, details: detail ?? null, hint: hint ?? null };
}
