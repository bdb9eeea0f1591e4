// Generates the arguments of an operation from facts, with the expected request, and finds its method and function.
import type { Platform, PlatformCore, Result } from '../../index.ts';
import { make } from './bodies.ts';
import type { Fact, FactParam } from './facts.ts';

export interface Prepared {
  args: Record<string, unknown> | undefined;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
}

const odd = 'a b/ü?&#%2e';

function value(param: FactParam): unknown {
  if (param.enum) return param.enum[0];
  if (param.in === 'path') return odd;
  if (param.name === 'Content-Length') return 5;
  if (param.schema) return make(param.schema, { full: true, branch: 0 }).user;
  if (param.type === 'array') return ['a', odd];
  const samples: Record<string, unknown> = { string: odd, number: 3.5, integer: 1, boolean: false, array: ['a', odd] };
  const found = samples[param.type];
  return param.in === 'header' && param.type === 'string' ? 'plain' : found;
}

export function prepare(fact: Fact, full: boolean, branch = 0): Prepared {
  const args: Record<string, unknown> = {};
  const made: Prepared = { args, path: fact.path, query: [], headers: {}, body: undefined };
  for (const param of fact.params) {
    const given = param.required || full;
    if (!given && param.default === undefined) continue;
    const sent = given ? value(param) : param.default;
    if (given) args[param.argName] = sent;
    if (param.in === 'path') made.path = made.path.replace(`{${param.name}}`, encodeURIComponent(String(sent)));
    if (param.in === 'query') for (const item of [sent].flat()) made.query.push([param.name, String(item)]);
    if (param.in === 'header') made.headers[param.name.toLowerCase()] = String(sent);
  }
  made.query.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const { body } = fact;
  if (body && (full || (body.requiredInCode ?? body.required))) {
    if (body.contentType === 'application/octet-stream') {
      args.requestBody = new Blob(['bytes']);
      made.body = 'bytes';
    } else {
      const pair = make(body.schema, { full, branch });
      made.body = pair.wire;
      if (body.argName === null) Object.assign(args, pair.user);
      else args[body.argName] = pair.user;
    }
  }
  if (!fact.params.length && !body) made.args = undefined;
  return made;
}

type Method = (...args: unknown[]) => Promise<unknown>;
type Standalone = (core: PlatformCore, ...args: unknown[]) => Promise<Result<unknown>>;

export function methodOf(platform: Platform, fact: Fact): Method {
  const home = (fact.clientLevel ? platform : platform[fact.group as keyof Platform]) as unknown as Record<
    string,
    Method
  >;
  const method = home[fact.name];
  if (!method) throw new Error(`the client has no ${fact.group}.${fact.name}`);
  return (...args) => method.apply(home, args);
}

export async function functionOf(name: string): Promise<Standalone> {
  const module = (await import(`../../generated/funcs/${name}.ts`)) as Record<string, Standalone>;
  const found = module[name];
  if (!found) throw new Error(`funcs/${name} does not export ${name}`);
  return found;
}
