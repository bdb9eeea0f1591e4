// Answers stay within their limits: selected fields, maximum characters, short warnings; and they stay JSON of the same
// shape.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { bound } from '../bound.ts';
import { pick } from '../fields.ts';
import { operations } from '../platform.ts';
import { inputSchemaOf, toolsFor } from '../tools.ts';
import { inProcess } from './support.ts';

const api = await Loopback.start();
const projects = Array.from({ length: 100 }, (_, at) => ({
  id: `prj_${at}`,
  name: `project-${at}`,
  accountId: 'acc',
  directoryListing: false,
  nodeVersion: '22.x',
  defaultResourceConfig: { functionDefaultRegions: ['fra1'] },
  latestDeployments: Array.from({ length: 4 }, () => ({ alias: ['a.example.com'], text: 'x'.repeat(80) })),
}));
const { call, stop } = await inProcess(['--server-url', api.url, '--bearer-token', 't', '--dynamic']);
const listProjects = (more: Record<string, unknown>) =>
  call('call-operation', { name: 'projects-get-projects', arguments: {}, ...more });

test.after(async () => {
  await stop();
  await api.stop();
});

test('a hundred projects are cut at 20,000 characters, as whole entries, and the answer says how many are missing', async () => {
  api.reply = json({ projects, pagination: { count: 100, next: 7, prev: null } });
  const { texts, structured } = await listProjects({});
  assert.ok(texts[0]!.length <= 20_000 && texts[0]!.length > 15_000, `${texts[0]!.length}`);
  const data = JSON.parse(texts[0]!) as { projects: unknown[]; pagination: unknown };
  assert.equal(structured, data);
  const whole = JSON.parse(JSON.stringify(projects)) as unknown[];
  assert.equal(data.projects, whole.slice(0, data.projects.length), 'entries are whole');
  assert.equal(data.pagination, { count: 100, next: 7, prev: null }, 'small members stay');
  assert.match(texts[1]!, new RegExp(`projects: ${data.projects.length} of 100 entries`));
});

test('fields select parts of an answer, through lists and below the only list', async () => {
  api.reply = json({ projects, pagination: { count: 100, next: 7, prev: null } });
  const { texts } = await listProjects({ fields: ['projects.name', 'pagination.next'] });
  const data = JSON.parse(texts[0]!) as { projects: unknown[]; pagination: unknown };
  assert.is(data.projects.length, 100);
  assert.equal(data.projects[3], { name: 'project-3' });
  assert.equal(data.pagination, { next: 7 });
  assert.is(texts.length, 1);
  const short = await listProjects({ fields: ['name', 'nonsense'] });
  assert.equal(JSON.parse(short.texts[0]!).projects[0], { name: 'project-0' });
  assert.is(short.texts[1], 'The answer has no nonsense.');
});

test('maxChars applies to every value, and the rest is a part of it', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const make = (depth: number): unknown => {
    const kind = depth > 3 ? random(4) : random(6);
    if (kind === 0) return random(100_000);
    if (kind === 1) return null;
    if (kind === 2) return random(2) === 1;
    if (kind === 3) return 'ä"\n€x'.repeat(random(60));
    if (kind === 4) return Array.from({ length: random(9) }, () => make(depth + 1));
    return Object.fromEntries(Array.from({ length: random(9) }, (_, at) => [`k${at}`, make(depth + 1)]));
  };
  for (let round = 0; round < 3000; round++) {
    const value = make(0);
    const most = 2 + random(900);
    const { value: short, cuts } = bound(value, most);
    const text = JSON.stringify(short);
    assert.ok(text.length <= Math.max(most, 4), `${most}: ${text.length}`);
    assert.is(cuts.length === 0, JSON.stringify(value) === text, 'a cut is told, and nothing else');
    if (short !== null) assert.ok(isPart(short, value), `${text} of ${JSON.stringify(value)}`);
  }
});

function isPart(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string' && typeof whole === 'string')
    return part === whole || (part.endsWith('…') && whole.startsWith(part.slice(0, -1)));
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((entry, at) => isPart(entry, whole[at]));
  if (typeof part === 'object' && part !== null && typeof whole === 'object' && whole !== null)
    return Object.entries(part).every(([key, member]) => isPart(member, (whole as Record<string, unknown>)[key]));
  return part === whole;
}

test('fields of lists at the root, of missing parts and with strange names', () => {
  assert.equal(pick([{ a: 1, b: 2 }, { a: 3 }], ['a']), { value: [{ a: 1 }, { a: 3 }], missing: [] });
  assert.equal(pick({ a: { b: [] } }, ['a.b.c']), { value: { a: { b: [] } }, missing: [] });
  assert.equal(pick({ a: 1 }, ['__proto__', 'toString']).missing, ['__proto__', 'toString']);
  assert.equal(pick({ a: { b: 1, c: 2 } }, ['a', 'a.b']).value, { a: { b: 1 } });
});

test('a download that does not fit is an error, not truncated', async () => {
  api.reply = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(50_000) };
  const { isError, texts } = await call('call-operation', {
    name: 'artifacts-download-artifact',
    arguments: { hash: 'h' },
  });
  assert.is(isError, true);
  assert.match(texts[0]!, /saveTo/);
  const large = await call('call-operation', {
    ...{ name: 'artifacts-download-artifact', arguments: { hash: 'h' } },
    maxChars: 100_000,
  });
  assert.is(Buffer.from(JSON.parse(large.texts[0]!).base64 as string, 'base64').length, 50_000);
});

test('an answer of another shape is returned with one short warning', async () => {
  api.reply = json({ projects: 'x'.repeat(9000), pagination: 3 });
  const { isError, texts } = await listProjects({});
  assert.is(isError, false);
  assert.is(JSON.parse(texts[0]!).pagination, 3);
  assert.is(texts.length, 2);
  assert.ok(texts[1]!.length <= 300, texts[1]);
});

test('an error has at most 2,000 characters and 20 issues', async () => {
  api.reply = { status: 500, headers: { 'content-type': 'text/plain' }, body: 'y'.repeat(50_000) };
  const { isError, texts } = await listProjects({});
  assert.is(isError, true);
  assert.ok(texts[0]!.length < 2300, `${texts[0]!.length}`);
});

test('rejects invalid limits', async () => {
  for (const wrong of [{ fields: [{}] }, { maxChars: 5 }, { maxChars: 'many' }, { maxChars: 1.5e-3 }]) {
    const { isError, texts } = await listProjects(wrong);
    assert.is(isError, true, JSON.stringify(wrong));
    assert.match(texts[0]!, /InvalidRequestError/);
  }
});

test('no operation has an argument named like a limit', async () => {
  for (const tool of toolsFor({ tools: [], groups: [], readOnly: false })) {
    const { input } = await tool.listed.operation.load();
    for (const name of ['fields', 'maxChars', 'saveTo']) assert.not.ok(input.properties?.[name], tool.name);
    const { properties } = await inputSchemaOf(tool);
    assert.ok('fields' in (properties as object) && 'maxChars' in (properties as object), tool.name);
  }
  assert.ok(operations.length > 100);
});

test.run();
