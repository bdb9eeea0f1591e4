// Features for agents: small start-up cost, search, shapes, suggestions, retry times, and progress.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { operations } from '../platform.ts';
import { Progress } from '../progress.ts';
import { toolsFor } from '../tools.ts';
import { inProcess } from './support.ts';

const api = await Loopback.start();
const flags = ['--server-url', api.url, '--bearer-token', 't'];
const dynamic = await inProcess([...flags, '--dynamic']);
const direct = await inProcess(flags);

test.after(async () => {
  await dynamic.stop();
  await direct.stop();
  await api.stop();
});

test('--dynamic costs a model less than 600 tokens', async () => {
  const { tools } = await dynamic.client.listTools();
  const said = JSON.stringify(tools) + dynamic.client.getInstructions();
  // Current tokenizers need one token for 4.5 characters of this text; 4 leaves a margin.
  assert.ok(said.length / 4 < 600, `${said.length} characters`);
});

test('instructions name the way to use the tools, the limits, and the team', async () => {
  const said = dynamic.client.getInstructions()!;
  for (const word of ['list-operations', 'describe-operation', 'call-operation', '20000', 'fields', 'maxChars'])
    assert.ok(said.includes(word), word);
  const { client, stop } = await inProcess(['--team-id', 'team_9', '--read-only']);
  assert.match(client.getInstructions()!, /Team: team_9\..*|Nothing can be changed/);
  assert.not.match(client.getInstructions()!, /list-operations/);
  await stop();
});

test('describe-operation returns method, path, descriptions, values and the shape of the answer', async () => {
  const { texts, structured } = await dynamic.call('describe-operation', { name: 'projects-get-project-domains' });
  const told = JSON.parse(texts[0]!) as {
    http: string;
    answer: string;
    inputSchema: { properties: Record<string, Record<string, unknown>> };
  };
  assert.equal(structured, told);
  assert.is(told.http, 'GET /v9/projects/{idOrName}/domains');
  assert.match(told.answer, /domains: .*name: string.*\[\]/);
  const { limit, order, idOrName } = told.inputSchema.properties;
  assert.is(limit!.description, 'Most entries on one page.');
  assert.equal(limit!.examples, [20]);
  assert.equal(order!.enum, ['ASC', 'DESC']);
  assert.is(idOrName!.description, 'Id or name of the project.');
});

test('every operation can be described within the limits of an answer', async () => {
  for (const { name } of toolsFor({ tools: [], groups: [], readOnly: false })) {
    const { isError, texts } = await dynamic.call('describe-operation', { name });
    assert.is(isError, false, name);
    assert.is(texts.length, 1, `${name} is cut`);
    assert.match((JSON.parse(texts[0]!) as { answer: string }).answer, /./);
  }
});

test('an unknown operation is an error that suggests others, in every mode', async () => {
  for (const { isError, structured } of [
    await dynamic.call('call-operation', { name: 'list-projects' }),
    await dynamic.call('describe-operation', { name: 'list-projects' }),
    await dynamic.call('list-projects', {}),
    await direct.call('list-projects', {}),
  ]) {
    assert.is(isError, true);
    const { code, suggestions } = structured as { code: string; suggestions: string[] };
    assert.is(code, 'unknown_operation');
    assert.ok(suggestions.includes('projects-get-projects'), suggestions.join());
  }
});

test('429 returns the time to retry, from seconds and from a date', async () => {
  const body = JSON.stringify({
    error: { code: 'rate_limited', message: 'Slow down', limit: { remaining: 0, reset: 9 } },
  });
  const tooMany = (after: string) => ({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': after },
    body,
  });
  api.reply = tooMany('17');
  const { isError, structured } = await direct.call('projects-get-projects', {});
  assert.is(isError, true);
  assert.equal(structured, {
    ...{ message: 'Slow down', status: 429, code: 'rate_limited' },
    retryAfterSeconds: 17,
    limit: { remaining: 0, reset: 9 },
  });
  api.reply = tooMany(new Date(Date.now() + 3_600_000).toUTCString());
  const later = (await direct.call('projects-get-projects', {})).structured as { retryAfterSeconds: number };
  assert.ok(later.retryAfterSeconds > 3000 && later.retryAfterSeconds <= 3600);
  api.reply = tooMany('soon');
  assert.not.ok('retryAfterSeconds' in ((await direct.call('projects-get-projects', {})).structured as object));
});

test('structured content is the answer; lists and scalars are wrapped in an object', async () => {
  api.reply = json({ records: [] });
  assert.equal((await direct.call('dns-get-records', { domain: 'a.b' })).structured, { records: [] });
  api.reply = json([{ id: 'hook' }]);
  assert.equal((await direct.call('webhooks-get-webhooks', {})).structured, { items: [{ id: 'hook' }] });
  api.reply = { status: 204 };
  assert.equal((await direct.call('webhooks-delete-webhook', { id: 'x' })).structured, { done: true });
});

test('every tool has an output schema, which every object answer satisfies', async () => {
  const { tools } = await direct.client.listTools();
  const ajv = new AjvJsonSchemaValidator();
  const strange = [{}, { items: 3 }, { done: [] }, { projects: 'x', pagination: null, user: 1, domains: { a: 1 } }];
  for (const { name, outputSchema } of tools) {
    assert.is(outputSchema?.type, 'object', name);
    const check = ajv.getValidator(outputSchema!);
    const named = Object.keys(outputSchema!.properties ?? {}).map((key) => ({ [key]: 7 }));
    for (const value of [...strange, ...named]) assert.ok(check(value).valid, `${name}: ${JSON.stringify(value)}`);
  }
  const projects = tools.find(({ name }) => name === 'projects-get-projects')!.outputSchema!;
  assert.ok('projects' in projects.properties!);
});

test('names of tools are short enough for every client, and unique', async () => {
  const names = toolsFor({ tools: [], groups: [], readOnly: false }).map(({ name }) => name);
  for (const name of names) assert.match(name, /^[a-z\d-]{1,64}$/);
  assert.is(new Set(names).size, operations.length);
});

test('progress: counts entries of a stream on request', async () => {
  const line = (row: number) => JSON.stringify({ level: 'info', message: `line ${row}`, rowId: String(row) });
  api.reply = {
    status: 200,
    headers: { 'content-type': 'application/stream+json' },
    body: Array.from({ length: 5 }, (_, row) => line(row)).join('\n'),
  };
  const seen: unknown[] = [];
  const args = { projectId: 'p', deploymentId: 'd' };
  await direct.call('logs-get-runtime-logs', args, { onprogress: (progress) => seen.push(progress) });
  assert.equal(seen.at(-1), { progress: 5, total: 100, message: 'entries' });
  assert.is(seen.length, 5);
});

test('progress: a slow call sends notifications with increasing numbers', async () => {
  const said: number[] = [];
  let enough: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const progress = new Progress(({ progress: number }) => {
    said.push(number);
    if (said.length === 4) enough();
  }, 5);
  progress.step(10, 50, 'entries');
  progress.step(10, 50, 'entries');
  await heard;
  progress.end();
  assert.equal(said, [10, 11, 12, 13]);
  new Progress(undefined, 1).end();
});

test.run();
