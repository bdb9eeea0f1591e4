// Every operation against a server built from the reference's facts: requests, answers and errors.
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  Platform,
  PlatformBadRequestError,
  PlatformError,
  PlatformForbiddenError,
  PlatformNotFoundError,
  PlatformRateLimitError,
  ResponseValidationError,
} from '../index.ts';
import { make, type Taste } from './support/bodies.ts';
import { functionOf, methodOf, type Prepared, prepare } from './support/calls.ts';
import { aliases, type Fact, readFacts } from './support/facts.ts';
import { json, Loopback, type Reply, type Seen } from './support/server.ts';

const server = await Loopback.start();
const platform = new Platform({ bearerToken: 'secret', serverURL: `${server.url}/prefix/` });
const strict = platform.withOptions({ responseValidation: 'strict' });
const facts = readFacts();

/** Streams are tested in test/streams.test.ts. */
const special = new Set([
  ...['downloadArtifact', 'getRuntimeLogs', 'getDeploymentFileContents', 'readSessionFile'],
  'getByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest',
  'getByTeamSlugByProjectSlugByRepositoryNameManifestsByReference',
]);
/** A single event is returned as a list of one. */
const isLog = (fact: Fact) => fact.name === 'getDeploymentEvents';
const title = (fact: Fact) => `${fact.group || 'client'}.${fact.name}`;
const namesOf = (fact: Fact) => [fact.functionName, aliases[title(fact)]].filter((name) => name !== undefined);

/** HTTP allows no body with these, regardless of the facts. */
const silent = (status: string) => /^(204|205|304)$/.test(status);
const code = (status: string) => (status === '2XX' ? 200 : Number(status));

/** Error bodies that do not describe the error. */
const ODD_BODIES = ['{"message":"other"}', '', '<html>', '{"error":"text"}', 'null'];

function firstReply(fact: Fact): Reply {
  const [status = '200', response] = Object.entries(fact.responses)[0]!;
  const schema = response?.schema;
  if (!schema || silent(status) || fact.method === 'HEAD' || special.has(fact.name)) return { status: code(status) };
  return json(make(schema, { full: false, branch: 0 }).wire, code(status));
}

function checkRequest(fact: Fact, made: Prepared, seen: Seen): void {
  assert.is(seen.method, fact.method);
  assert.is(seen.path, `/prefix${made.path}`);
  assert.equal(
    seen.query === '' ? [] : seen.query.split('&').map((pair) => pair.split('=').map(decodeURIComponent)),
    made.query,
  );
  assert.is(seen.headers.authorization, fact.auth ? 'Bearer secret' : undefined);
  assert.is(seen.headers.cookie, undefined);
  assert.is(seen.headers.accept, fact.accept);
  assert.match(seen.headers['user-agent'] ?? '', /^postern-platform\//);
  for (const [name, value] of Object.entries(made.headers)) assert.is(seen.headers[name], value, name);
  if (made.body === undefined) {
    assert.is(seen.body.length, 0);
    assert.is(seen.headers['content-type'], undefined);
  } else {
    assert.is(seen.headers['content-type'], fact.body!.contentType);
    const text = seen.body.toString();
    assert.equal(fact.body!.contentType === 'application/json' ? JSON.parse(text) : text, made.body);
  }
}

/**
 * Returns the ways to call an operation: its method, its function, and their former names. Only the arguments are sent.
 */
function waysOf(fact: Fact, args: Prepared['args']): (() => Promise<unknown>)[] {
  const list = args === undefined ? [] : [args];
  return [
    () => methodOf(platform, fact)(...list) as Promise<unknown>,
    ...namesOf(fact).map((name) => async () => {
      const result = await (await functionOf(name))(platform, ...list);
      if (!result.ok) throw result.error;
      return result.value;
    }),
  ];
}

/** Calls an operation in every way. */
async function everyWay(
  fact: Fact,
  args: Prepared['args'],
  check: (value: unknown) => void | Promise<void>,
): Promise<void> {
  for (const call of waysOf(fact, args)) await check(await call());
}

/** Returns the first of those with equal wire values: most schemas have no branches. */
function distinct<T extends { pair: { wire: unknown } }>(made: readonly T[]): T[] {
  return [...new Map(made.map((one) => [JSON.stringify(one.pair.wire), one] as const).reverse()).values()].reverse();
}

// After some requests (HEAD, DELETE with a body) fetch() closes its connection, and, while calls follow without a
// pause, every later one as well.
test.before.each(() => turn());
test.after(() => server.stop());

test('the facts are complete: 409 method entries of 406 operations', () => {
  assert.is(facts.length, 409);
  assert.is(new Set(facts.map((fact) => `${fact.method} ${fact.path}`)).size, 406);
});

for (const fact of facts) {
  test(`${title(fact)}: the request, minimal and full, by class and function`, async () => {
    server.reply = firstReply(fact);
    const branches = fact.body && JSON.stringify(fact.body.schema).includes('Of"') ? [0, 1, 2, 3] : [0];
    for (const [full, branch] of [[false, 0] as const, ...branches.map((at) => [true, at] as const)]) {
      const made = prepare(fact, full, branch);
      await everyWay(fact, made.args, () => checkRequest(fact, made, server.last()));
    }
  });

  if (!special.has(fact.name) && fact.method !== 'HEAD') {
    test(`${title(fact)}: every declared success, in the user's spelling, without loss`, async () => {
      const { args } = prepare(fact, false);
      for (const [status, { schema }] of Object.entries(fact.responses)) {
        if (!schema || silent(status)) {
          server.reply = { status: code(status) };
          await everyWay(fact, args, (value) => assert.is(value, undefined));
          continue;
        }
        const plain: Taste[] = [0, 1, 2, 3, 4].flatMap((branch) => [
          { full: true, branch },
          { full: false, branch },
          { full: true, branch, unknown: true },
        ]);
        const ways = waysOf(fact, args);
        for (const [at, { taste, pair }] of distinct(
          plain.map((one) => ({ taste: one, pair: make(schema, one) })),
        ).entries()) {
          server.reply = json(pair.wire, code(status));
          const user = isLog(fact) && !Array.isArray(pair.user) ? [pair.user] : pair.user;
          // All ways use the same code to read: the first answer is read by each, the others by one of them in turn.
          for (const call of at === 0 ? ways : [ways[at % ways.length]!]) {
            assert.equal(await call(), user, JSON.stringify(taste));
          }
        }
        // An unknown literal may select another branch of a union; still nothing may be lost.
        const strange = make(schema, { full: true, branch: 0, unknown: true, strangeEnum: true });
        server.reply = json(strange.wire, code(status));
        await everyWay(fact, args, (value) => assert.is(countMembers(value), countMembers(strange.wire)));
      }
    });

    test(`${title(fact)}: a missing member is accepted, and with strict validation is an error that contains the rest`, async () => {
      const { args } = prepare(fact, false);
      for (const [status, { schema }] of Object.entries(fact.responses)) {
        const [member] = schema?.required ?? [];
        if (!schema || silent(status) || member === undefined || schema.oneOf || schema.anyOf) continue;
        const { [member]: _gone, ...rest } = make(schema, { full: true, branch: 0 }).wire as Record<string, unknown>;
        server.reply = json(rest, code(status));
        const call = await functionOf(fact.functionName);
        const lenient = await call(platform, ...(args ? [args] : []));
        if (!lenient.ok) throw lenient.error;
        const result = await call(strict, ...(args ? [args] : []));
        if (result.ok) throw new Error(`${status} without ${member} was accepted`);
        assert.instance(result.error, ResponseValidationError);
        const error = result.error as ResponseValidationError;
        assert.is(error.statusCode, code(status));
        assert.equal(error.rawValue, rest);
        assert.is(countMembers(error.value), countMembers(rest));
        assert.match(error.pretty(), new RegExp(`<root>\\.${member}\\]: is missing`));
      }
    });
  }

  if (fact.method === 'HEAD') {
    test(`${title(fact)}: every declared success has an empty body, although a type is announced`, async () => {
      const { args } = prepare(fact, false);
      for (const status of Object.keys(fact.responses)) {
        server.reply = { status: code(status), headers: { 'content-type': 'application/json' } };
        await everyWay(fact, args, (value) => assert.is(value, undefined));
      }
    });
  }

  test(`${title(fact)}: every declared error has its class, for any body`, async () => {
    const { args } = prepare(fact, false);
    const list = args ? [args] : [];
    const classes: Record<number, typeof PlatformError> = {
      400: PlatformBadRequestError,
      401: PlatformForbiddenError,
      404: PlatformNotFoundError,
      429: PlatformRateLimitError,
    };
    for (const [at, status] of [...fact.errors, 429].entries()) {
      const good = { error: { code: 'some_code', message: 'Some message' } };
      // The combination of unusual body and status varies by operation.
      const odd = ODD_BODIES[(facts.indexOf(fact) + at) % ODD_BODIES.length]!;
      for (const body of [JSON.stringify(good), odd]) {
        server.reply = { status, headers: { 'content-type': 'application/json' }, body };
        const error = await methodOf(
          platform,
          fact,
        )(...list).then(
          () => assert.unreachable(`${status} was taken for success`),
          (reason: unknown) => reason as PlatformError,
        );
        assert.is((error as PlatformError).constructor, classes[status] ?? PlatformError);
        assert.is(error!.statusCode, status);
        const readable = body === JSON.stringify(good) && fact.method !== 'HEAD';
        assert.equal(error!.data$, readable ? good : undefined);
        if (readable) assert.is(error!.message, 'Some message');
        if (fact.method !== 'HEAD') assert.is(error!.body, body);
      }
    }
  });
}

function countMembers(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countMembers(item), 1);
  if (value === null || typeof value !== 'object' || value instanceof Date) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countMembers(item), 1);
}

test.run();
