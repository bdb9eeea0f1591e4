// A server that answers every operation according to the facts, for tests of complete programs.
import { make } from './bodies.ts';
import { type Fact, readFacts, readFormerFacts } from './facts.ts';
import { json, type Reply, type Seen } from './server.ts';

interface Route {
  fact: Fact;
  method: string;
  path: RegExp;
  placeholders: number;
}

const routes: Route[] = [...readFacts(), ...readFormerFacts()]
  .map((fact) => {
    const pattern = fact.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
    const placeholders = fact.path.match(/\{/g)?.length ?? 0;
    return { fact, method: fact.method, path: new RegExp(`^${pattern}$`), placeholders };
  })
  .sort((a, b) => a.placeholders - b.placeholders);

const bytes: Reply = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: 'bytes' };

/** Returns the smallest successful answer of the requested operation; for a list its last page. */
export function goodAnswer({ method, path, headers }: Seen): Reply {
  const route = routes.find((candidate) => candidate.method === method && candidate.path.test(path));
  if (!route) return json({ error: { code: 'not_found', message: `no operation is at ${method} ${path}` } }, 404);
  const [status = '200', response] = Object.entries(route.fact.responses)[0] ?? [];
  const code = status === '2XX' ? 200 : Number(status);
  const schema = response?.schema;
  if (response?.stream || schema?.format === 'binary')
    return /json/.test(response?.contentType ?? '') && schema ? lines(schema) : bytes;
  if (!schema || method === 'HEAD' || /^(204|205|304)$/.test(status)) return { status: code };
  if (/stream\+json/.test(response?.contentType ?? '') || headers.accept === 'application/stream+json')
    return lines(schema);
  return json(lastPage(make(schema, { full: false, branch: 0 }).wire), code);
}

function lines(schema: Parameters<typeof make>[0]): Reply {
  const item = schema.type === 'array' && schema.items ? schema.items : schema;
  const line = JSON.stringify(make(item, { full: false, branch: 0 }).wire);
  return { status: 200, headers: { 'content-type': 'application/stream+json' }, body: `${line}\n${line}\n` };
}

function lastPage(answer: unknown): unknown {
  const { pagination } = (answer ?? {}) as { pagination?: unknown };
  if (typeof pagination !== 'object' || pagination === null) return answer;
  const ends = Object.entries(pagination)
    .filter(([name]) => /next|cursor/i.test(name))
    .map(([name, value]): [string, unknown] => [name, typeof value === 'boolean' ? false : null]);
  return { ...(answer as object), pagination: { ...pagination, ...Object.fromEntries(ends) } };
}
