// Validation modes: lenient, strict or off; and reports of differences.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ClientOptions,
  type Drift,
  HTTPClient,
  Platform,
  PlatformCore,
  type ResponseValidation,
  ResponseValidationError,
} from '../index.ts';
import { make } from './support/bodies.ts';
import { functionOf, prepare } from './support/calls.ts';
import { readFacts } from './support/facts.ts';

let body = '';
const httpClient = new HTTPClient({
  fetcher: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
});
const client = (options: ClientOptions = {}) => new Platform({ httpClient, ...options });
const created = '2026-01-31T12:00:00.000Z';
const answer = (patch: object = {}) => ({ aliases: [{ uid: 'u', alias: 'a.example', created, ...patch }] });

async function read(value: unknown, options: ClientOptions): Promise<string> {
  body = JSON.stringify(value);
  const call = client(options).aliases.listDeploymentAliases({ id: 'd' });
  return call.then(
    () => 'taken',
    (error: unknown) => {
      assert.instance(error, ResponseValidationError);
      return (error as ResponseValidationError).issues.map(({ code }) => code).join();
    },
  );
}

const cases: [string, unknown, Record<ResponseValidation, string>][] = [
  ['as described', answer(), { lenient: 'taken', strict: 'taken', off: 'taken' }],
  ['a missing member', answer({ uid: undefined }), { lenient: 'taken', strict: 'required', off: 'taken' }],
  ['an unknown member', answer({ brand_new: { a: 1 } }), { lenient: 'taken', strict: 'unknown', off: 'taken' }],
  [
    'an unknown value',
    answer({ protectionBypass: { k: { createdAt: 1, createdBy: 'u', scope: 'of-tomorrow' } } }),
    { lenient: 'taken', strict: 'enum', off: 'taken' },
  ],
  ['a wrong type', answer({ uid: 7 }), { lenient: 'taken', strict: 'type', off: 'taken' }],
  ['another shape', [], { lenient: 'type', strict: 'type', off: 'taken' }],
];

for (const [title, value, wanted] of cases) {
  test(`${title}: accepted or rejected according to the mode`, async () => {
    for (const mode of ['lenient', 'strict', 'off'] as const) {
      assert.is(await read(value, { responseValidation: mode }), wanted[mode], mode);
    }
    assert.is(await read(value, {}), wanted.lenient, 'lenient is the default');
  });
}

test('the hook and the logger get each kind of difference once per client', async () => {
  const heard: Drift[] = [];
  const said: string[] = [];
  const debugLogger = {
    group: () => undefined,
    groupEnd: () => undefined,
    log: (line: unknown) => said.push(String(line)),
  };
  const platform = client({ onDrift: (drift) => heard.push(drift), debugLogger });
  const ask = async (value: unknown) => {
    body = JSON.stringify(value);
    await platform.aliases.listDeploymentAliases({ id: 'd' });
  };
  const one = answer({ uid: undefined, more: 1 }).aliases[0];
  await ask({ aliases: [one, one, one] });
  await ask({ aliases: [one] });
  assert.is(heard.length, 1);
  assert.equal(
    heard[0]!.issues.map(({ code, path }) => [code, path.join('.')]),
    [
      ['unknown', 'aliases.0.more'],
      ['required', 'aliases.0.uid'],
    ],
  );
  assert.equal([heard[0]!.status, heard[0]!.request.method], [200, 'GET']);
  assert.is(said.filter((line) => line.startsWith('Answer differs')).length, 1);
  await ask(answer({ another: 1 }));
  assert.is(heard.length, 2, 'another difference is told');
  body = JSON.stringify({ aliases: [one] });
  await platform.withOptions({ teamId: 't' }).aliases.listDeploymentAliases({ id: 'd' });
  assert.is(heard.length, 3, 'a client of its own tells for itself');
});

test('off returns the parsed JSON itself, if nothing has to be renamed or converted', async () => {
  body = JSON.stringify([{ id: 'w', extra_member: 1 }]);
  const { parse } = JSON;
  let parsed: unknown;
  JSON.parse = (text: string) => {
    parsed = parse(text);
    return parsed;
  };
  try {
    for (const mode of ['off', 'lenient'] as const)
      assert.is(await client({ responseValidation: mode }).webhooks.getWebhooks(), parsed, mode);
    body = JSON.stringify(answer({ uid: 7 }));
    const read = await client({ responseValidation: 'off' }).aliases.listDeploymentAliases({ id: 'd' });
    assert.equal(read.aliases[0]!.created, new Date(created), 'a date is turned all the same');
  } finally {
    JSON.parse = parse;
  }
});

for (const full of [false, true]) {
  test(`answers generated from the newest facts, ${full ? 'full' : 'minimal'}: no check rejects any`, async () => {
    let count = 0;
    const refused: string[] = [];
    const core = new PlatformCore({ httpClient });
    for (const fact of new Map(readFacts().map((found) => [found.functionName, found])).values()) {
      const call = await functionOf(fact.functionName);
      const { args } = prepare(fact, false);
      for (const { schema, stream } of fact.method === 'HEAD' ? [] : Object.values(fact.responses)) {
        if (!schema || stream || schema.format === 'binary' || fact.name === 'getRuntimeLogs') continue;
        for (const branch of [0, 1, 2, 3]) {
          body = JSON.stringify(make(schema, { full, branch }).wire);
          for (const responseValidation of ['lenient', 'strict'] as const) {
            const result = await call(core, ...(args ? [args] : [{}]), { responseValidation });
            count++;
            if (!result.ok)
              refused.push(`${fact.functionName} ${branch} ${responseValidation}: ${result.error.message}`);
          }
        }
      }
    }
    assert.equal(refused, []);
    assert.ok(count > 2500, `${count} answers`);
  });
}

test.run();
