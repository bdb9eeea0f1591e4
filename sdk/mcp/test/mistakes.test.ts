// A model's first attempt: names in any spelling, arguments of another type with a single interpretation, and the
// errors otherwise.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { readFlags, UsageError } from '../flags.ts';
import { presets } from '../presets.ts';
import { kebab, toolsFor } from '../tools.ts';
import { inProcess } from './support.ts';

const api = await Loopback.start();
const url = ['--server-url', api.url];
const tools = toolsFor({ tools: [], groups: [], readOnly: false });
const [direct, dynamic] = [await inProcess(url), await inProcess([...url, '--dynamic'])];
test.before.each(() => {
  api.seen.length = 0;
  api.reply = json({});
});
test.after(async () => {
  await direct.stop();
  await dynamic.stop();
  await api.stop();
});

const readJson = (text: string) => JSON.parse(text) as Record<string, unknown>;

test('six spellings of every operation find it first', async () => {
  const missed: string[] = [];
  for (const { name, listed } of tools) {
    const words = kebab(listed.name).split('-');
    const spellings = [
      name,
      listed.name,
      words.join('_'),
      words.join(' ').toUpperCase(),
      words.join(''),
      [...words].reverse().join(' '),
    ];
    for (const search of spellings) {
      const { structured } = await dynamic.call('list-operations', { search });
      const [first] = (structured as { operations: { name: string }[] }).operations;
      // Two operations may have the same words in another order.
      const same = (text = '') => text.split('-').sort().join();
      if (same(first?.name) !== same(name)) missed.push(`${search} → ${first?.name}`);
    }
  }
  assert.equal(missed, []);
});

test('describe-operation accepts each spelling of a name, a method with its group, and a path', async () => {
  for (const name of ['deploymentsGetDeployment', 'deployments.getDeployment', 'GET /v13/deployments/{idOrUrl}']) {
    const { isError, structured } = await dynamic.call('describe-operation', { name });
    assert.equal([isError, (structured as { name: string }).name], [false, 'deployments-get-deployment'], name);
  }
});

/** Frequent mistakes of models, and the intended request. */
const served: [title: string, tool: string, args: Record<string, unknown>, request: string, body?: unknown][] = [
  ['a number as text', 'deployments-get-deployments', { limit: '5' }, 'GET /v7/deployments?limit=5'],
  ['a text as number', 'projects-get-projects', { limit: 5 }, 'GET /v10/projects?limit=5'],
  ['null for an optional argument', 'deployments-get-deployments', { app: null }, 'GET /v7/deployments'],
  [
    'another spelling of an argument',
    'deployments-get-deployments',
    { project_id: 'p' },
    'GET /v7/deployments?projectId=p',
  ],
  ['a name without separators', 'deploymentsGetDeployments', {}, 'GET /v7/deployments'],
  ['a name with underscores', 'deployments_get_deployments', {}, 'GET /v7/deployments'],
  [
    'a body as JSON text',
    'projects-update-project',
    { idOrName: 'p', requestBody: '{"name":"n"}' },
    'PATCH /v9/projects/p',
    { name: 'n' },
  ],
  [
    'body members beside the body',
    'projects-update-project',
    { idOrName: 'p', name: 'n' },
    'PATCH /v9/projects/p',
    { name: 'n' },
  ],
  [
    'another name of the body',
    'projects-update-project',
    { idOrName: 'p', body: { name: 'n' } },
    'PATCH /v9/projects/p',
    { name: 'n' },
  ],
  [
    'a switch as text',
    'projects-update-project',
    { idOrName: 'p', requestBody: { publicSource: 'true' } },
    'PATCH /v9/projects/p',
    { publicSource: true },
  ],
  [
    'one value in place of a list',
    'webhooks-create-webhook',
    { requestBody: { url: 'https://e.example', events: 'deployment.created' } },
    'POST /v1/webhooks',
    { url: 'https://e.example', events: ['deployment.created'] },
  ],
  [
    'a list as JSON text',
    'webhooks-create-webhook',
    { requestBody: { url: 'https://e.example', events: '["deployment.created"]' } },
    'POST /v1/webhooks',
    { url: 'https://e.example', events: ['deployment.created'] },
  ],
];

const project = { idOrName: 'p' };
const variable = { key: 'A', value: 'b', type: 'plain', target: ['production'] };
served.push(
  [
    'a member of the body in another spelling',
    'projects-update-project',
    { ...project, requestBody: { build_command: 'x' } },
    'PATCH /v9/projects/p',
    { buildCommand: 'x' },
  ],
  [
    'one value in place of a list, where the body has several shapes',
    'projects-create-project-env',
    { ...project, requestBody: { ...variable, target: 'production' } },
    'POST /v10/projects/p/env',
    variable,
  ],
  [
    'a value of a list in another case',
    'projects-create-project-env',
    { ...project, requestBody: { ...variable, type: 'Plain', target: ['Production'] } },
    'POST /v10/projects/p/env',
    variable,
  ],
  [
    'a text with commas in place of a list',
    'webhooks-create-webhook',
    { requestBody: { url: 'https://e.example', events: 'deployment.created, deployment.error' } },
    'POST /v1/webhooks',
    { url: 'https://e.example', events: ['deployment.created', 'deployment.error'] },
  ],
  [
    'a list in place of a text with commas',
    'deployments-get-deployments',
    { state: ['READY', 'ERROR'] },
    'GET /v7/deployments?state=READY%2CERROR',
  ],
  [
    'a date in place of milliseconds',
    'deployments-get-deployments',
    { since: '2026-01-01T00:00:00Z' },
    'GET /v7/deployments?since=1767225600000',
  ],
  [
    'arguments in an object of their own',
    'deployments-get-deployments',
    { params: { limit: 5 } },
    'GET /v7/deployments?limit=5',
  ],
);

for (const [title, name, args, request, body] of served) {
  test(`accepts ${title}, and reports the conversion`, async () => {
    const { isError, texts } = await direct.call(name, args);
    assert.is(isError, false, texts.join());
    const seen = api.seen.at(-1)!;
    assert.is(`${seen.method} ${seen.path}${seen.query && `?${seen.query}`}`, request);
    if (body !== undefined) assert.equal(JSON.parse(seen.body.toString()), body);
    if (tools.some((tool) => tool.name === name)) assert.match(texts[1] ?? '', /^Converted: /);
  });
}

test('call-operation accepts its arguments as JSON text', async () => {
  const args = { name: 'deployments.getDeployments', arguments: '{"projectId":"p"}' };
  const { isError, texts } = await dynamic.call('call-operation', args);
  assert.equal([isError, api.seen.length], [false, 1]);
  assert.match(texts[1] ?? '', /JSON text was read as object/);
});

for (const [title, tool, args] of [
  ['another name for arguments', 'call-operation', { name: 'deployments-get-deployments', args: { limit: 5 } }],
  [
    'another name for the name',
    'call-operation',
    { operation: 'deployments-get-deployments', arguments: { limit: 5 } },
  ],
  ['another spelling of the tool', 'call_operation', { name: 'deployments-get-deployments', arguments: { limit: 5 } }],
] as const) {
  test(`call-operation accepts ${title}`, async () => {
    const { isError, texts } = await dynamic.call(tool, args);
    assert.is(isError, false, texts.join());
    assert.equal([api.seen.at(-1)!.path, api.seen.at(-1)!.query], ['/v7/deployments', 'limit=5']);
    if (tool === 'call-operation') assert.match(texts[1] ?? '', /^Converted: /);
  });
}

test('the three tools drop null arguments, and report that', async () => {
  for (const [tool, args] of [
    ['list-operations', { search: 'list deployments', group: null }],
    ['describe-operation', { name: 'deployments-get-deployments', part: null }],
    ['call-operation', { name: 'deployments-get-deployments', arguments: {}, fields: null }],
  ] as const) {
    const { isError, texts } = await dynamic.call(tool, args);
    assert.is(isError, false, texts.join());
    assert.match(texts[1] ?? '', /null was left out/);
  }
});

test('free members of a body keep their names', async () => {
  const plan = { id: 'p', type: 'subscription', name: 'n', description: 'd', paymentMethodRequired: false };
  const requestBody = { billingPlan: { ...plan, effective_date: '2026-01-31' } };
  const args = { integrationConfigurationId: 'i', requestBody };
  const { texts } = await direct.call('marketplace-update-installation', args);
  assert.equal(JSON.parse(api.seen.at(-1)?.body.toString() ?? 'null'), requestBody, texts.join());
});

test('rejects ambiguous arguments', async () => {
  for (const args of [{ limit: 'five' }, { limit: '5', LIMIT: '6' }, { limt: 5 }, { limit: ['5', '6'] }]) {
    const { isError } = await direct.call('deployments-get-deployments', args);
    assert.equal([isError, api.seen.length], [true, 0], JSON.stringify(args));
  }
});

test('an excluded operation is reported as such, and one available through call-operation too', async () => {
  const readOnly = await inProcess([...url, '--read-only']);
  const off = readJson((await readOnly.call('projects-delete-project', {})).texts[0]!);
  assert.is(off.code, 'operation_not_offered');
  assert.match(String(off.message), /projects-delete-project exists, but .*--read-only/);
  await readOnly.stop();
  const through = readJson((await dynamic.call('deploymentsGetDeployments', {})).texts[0]!);
  assert.is(through.code, 'use_call_operation');
  assert.match(String(through.message), /call-operation, as \{"name": "deployments-get-deployments"/);
  const none = readJson((await dynamic.call('describe-operation', { name: 'fly-to-the-moon' })).texts[0]!);
  assert.is(none.code, 'unknown_operation');
});

test('an unknown group lists the groups; another spelling of one is accepted', async () => {
  const wrong = await dynamic.call('list-operations', { group: 'rockets' });
  const { code, groups } = readJson(wrong.texts[0]!) as { code: string; groups: string[] };
  assert.equal([wrong.isError, code], [true, 'unknown_group']);
  assert.ok(groups.includes('deployments') && groups.length > 40);
  const { structured } = await dynamic.call('list-operations', { group: 'Edge-Cache' });
  assert.ok((structured as { operations: unknown[] }).operations.length > 0);
});

// Current tokenizers need one token for some 4.5 characters of this text; 4 leaves a margin.
const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);

test('each preset costs a model at most 15,000 tokens, and --read-only applies to it', async () => {
  for (const name of Object.keys(presets)) {
    const { client, stop } = await inProcess(['--preset', name]);
    const offered = (await client.listTools()).tools;
    assert.is(offered.length, new Set(presets[name]).size, name);
    assert.ok(tokens(offered) <= 15_000, `${name}: ${tokens(offered)}`);
    await stop();
  }
  const { client, stop } = await inProcess(['--preset', 'env', '--read-only']);
  assert.ok((await client.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint));
  await stop();
  assert.throws(
    () => readFlags(['start', '--preset', 'nope'], {}),
    (error: unknown) => error instanceof UsageError,
  );
});

test('every description costs at most 2,000 tokens; deeper parts on request', async () => {
  for (const { name } of tools) {
    const { isError, structured } = await dynamic.call('describe-operation', { name });
    assert.ok(!isError && tokens(structured) <= 2000, `${name}: ${tokens(structured)}`);
  }
  const name = 'deployments-create-deployment';
  const { structured } = await dynamic.call('describe-operation', { name, part: 'requestBody.gitSource' });
  assert.match(JSON.stringify(structured), /"repoId"/);
  const wrong = readJson((await dynamic.call('describe-operation', { name, part: 'requestBody.none' })).texts[0]!);
  assert.ok(wrong.code === 'unknown_part' && (wrong.parts as string[]).includes('gitSource'));
});

test('finds members of bodies', async () => {
  for (const [search, name] of [
    ['ignore command', 'projects-update-project'],
    ['serverless function region', 'projects-create-project'],
    ['redirect status code of a domain', 'projects-update-project-domain'],
  ] as const) {
    const { structured } = await dynamic.call('list-operations', { search });
    const found = (structured as { operations: { name: string }[] }).operations.map((operation) => operation.name);
    assert.ok(found.includes(name), `${search}: ${found.join()}`);
  }
});

test('POST operations that only query are read-only', () => {
  const offered = toolsFor({ tools: [], groups: [], readOnly: true }).map(({ name }) => name);
  for (const name of ['artifacts-artifact-query', 'domains-registrar-get-bulk-price', 'create-observability-query'])
    assert.ok(offered.includes(name), name);
  assert.not.ok(offered.includes('projects-create-project'));
});

test.run();
