// Every leaf of every described answer, changed in one way at a time: lenient reading still returns the answer.
// runner: when=sdk/runtime,sdk/catalogue,sdk/generator
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Drift, HTTPClient, Platform, PlatformCore, ResponseValidationError } from '../index.ts';
import { make } from './support/bodies.ts';
import { functionOf, prepare } from './support/calls.ts';
import { type Fact, type FactSchema, readFacts } from './support/facts.ts';

let body = '';
const httpClient = new HTTPClient({
  fetcher: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
});

type Path = readonly string[];
type Change =
  | 'null'
  | 'number as text'
  | 'text as number'
  | 'list instead'
  | 'missing'
  | 'unknown value'
  | 'extra member';

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
}

/** Returns the paths of everything inside a value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])]);
}

/** Returns the changes that apply to a value. */
function changesOf(value: unknown): Change[] {
  if (Array.isArray(value)) return ['null', 'missing'];
  if (typeof value === 'object' && value !== null) return ['null', 'list instead', 'missing', 'extra member'];
  if (typeof value === 'number') return ['null', 'number as text', 'missing'];
  if (typeof value === 'string') return ['null', 'text as number', 'unknown value', 'missing'];
  return ['null', 'missing'];
}

/** Applies a change in place and returns a function that undoes it. */
function apply(root: unknown, path: Path, change: Change): () => void {
  const holder = valueAt(root, path.slice(0, -1)) as Record<string, unknown>;
  const key = path.at(-1)!;
  const old = holder[key];
  if (change === 'missing' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (change === 'missing') delete holder[key];
  else
    holder[key] = {
      null: null,
      'number as text': String(old),
      'text as number': 7,
      'list instead': [],
      'unknown value': 'a-value-of-tomorrow',
      'extra member': { ...(old as object), brand_new: { deep_er: 1 } },
    }[change];
  return () => {
    if (change === 'missing' && Array.isArray(holder)) holder.splice(Number(key), 0, old);
    else holder[key] = old;
  };
}

interface Trial {
  path: Path;
  change: Change;
}

/**
 * Returns the changes of an answer. Below its first members, objects with the same members occur in many answers and
 * are changed once.
 */
function fresh(root: unknown, first: boolean, known: Set<string>): Trial[] {
  return pathsIn(root).flatMap((path) =>
    changesOf(valueAt(root, path)).flatMap((change) => {
      const key = `${Object.keys(valueAt(root, path.slice(0, -1)) as object)} ${path.at(-1)} ${change}`;
      if ((!first || path.length > 1) && known.has(key)) return [];
      known.add(key);
      return [{ path, change }];
    }),
  );
}

interface Answered {
  fact: Fact;
  schema: FactSchema;
}

function answered(): Answered[] {
  const facts = new Map(readFacts().map((fact) => [fact.functionName, fact]));
  return [...facts.values()].flatMap((fact) => {
    if (fact.method === 'HEAD' || fact.name === 'getRuntimeLogs') return [];
    const found = Object.values(fact.responses).find(
      ({ schema, stream }) => schema && !stream && schema.format !== 'binary',
    );
    return found ? [{ fact, schema: found.schema! }] : [];
  });
}

test('changing a leaf never fails a lenient call', async () => {
  const tried: Record<string, number> = {};
  const failed: string[] = [];
  const drifts: Drift[] = [];
  const known = new Set<string>();
  for (const { fact, schema } of answered()) {
    const call = await functionOf(fact.functionName);
    const args = prepare(fact, false).args ?? {};
    for (const branch of [0, 1]) {
      const root = make(schema, { full: true, branch }).wire;
      for (const { path, change } of fresh(root, branch === 0, known)) {
        const undo = apply(root, path, change);
        body = JSON.stringify(root);
        undo();
        // One client per operation: a client reports each kind of difference once.
        const core = new PlatformCore({ httpClient, onDrift: (drift) => drifts.push(drift) });
        const result = await call(core, args);
        tried[change] = (tried[change] ?? 0) + 1;
        if (!result.ok) failed.push(`${fact.functionName} ${path.join('.')} ${change}: ${result.error.message}`);
      }
    }
  }
  assert.equal(failed.slice(0, 20), []);
  const total = Object.values(tried).reduce((sum, count) => sum + count, 0);
  assert.ok(total > 15_000 && drifts.length > total / 2, `${total} trials, ${drifts.length} reports`);
});

test('a numeric text is converted if a number is described; other values are kept, and reported', async () => {
  const heard: Drift[] = [];
  const platform = new Platform({ httpClient, onDrift: (drift) => heard.push(drift) });
  const pagination = { count: '3', next: '1e3', prev: 'later' };
  body = JSON.stringify({ aliases: [{ uid: 7, alias: null, createdAt: '12345678901234567890' }], pagination });
  const answer = await platform.aliases.listAliases();
  assert.equal(answer.pagination, { count: 3, next: 1000, prev: 'later' } as never);
  const [alias] = answer.aliases as unknown as Record<string, unknown>[];
  assert.equal([alias!.uid, alias!.alias, alias!.createdAt], [7, null, '12345678901234567890']);
  const codes = heard.flatMap(({ issues }) => issues.map(({ code, path }) => `${path.join('.')} ${code}`));
  for (const path of ['aliases.0.uid', 'aliases.0.alias', 'pagination.count', 'pagination.prev'])
    assert.ok(codes.includes(`${path} type`), `${path}: ${codes}`);
  const { length } = heard;
  await platform.aliases.listAliases();
  assert.is(heard.length, length, 'told once');
});

test('a value with a member of another type is read as the most likely branch of a union', async () => {
  const platform = new Platform({ httpClient });
  body = JSON.stringify({ user: { id: 'u', email: 'e', default_team_id: 7, createdAt: '12' } });
  const { user } = await platform.user.getAuthUser();
  assert.is((user as Record<string, unknown>).createdAt, 12);
});

test('a root of another type, and invalid JSON, are errors', async () => {
  const platform = new Platform({ httpClient });
  for (const wrong of ['[]', 'null', '7', '"text"', 'no JSON', '']) {
    body = wrong;
    const error = await platform.aliases.listAliases().catch((thrown: unknown) => thrown);
    assert.instance(error, ResponseValidationError, wrong);
  }
});

test.run();
