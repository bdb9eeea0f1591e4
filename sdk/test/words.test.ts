// Descriptions: every parameter and the main members of bodies have one of ours, in the types and on the pages.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { argOf, type Operation, paramsOf, readCatalogue, resolve } from '../generator/catalogue.ts';
import { generate } from '../generator/files.ts';
import type { Ref } from '../generator/node.ts';
import type { EntryList, Words } from '../generator/word_list.ts';
import { exampleFor } from '../generator/words.ts';
import { camel } from '../runtime/schema.ts';
import { readFacts } from './support/facts.ts';

const folder = new URL('../catalogue/', import.meta.url);
const catalogue = readCatalogue(folder);
const files = generate(catalogue);
const listOf = (name: string) => JSON.parse(readFileSync(new URL(`words/${name}.json`, folder), 'utf8')) as EntryList;
const lists = { parameters: listOf('parameters'), members: listOf('members') };

interface Member {
  entry: Operation;
  path: string[];
  ref: Ref;
}

/** Returns every member of every body, including nested objects. */
function membersOf(entry: Operation, ref: Ref, path: string[] = [], seen: Ref[] = []): Member[] {
  if (seen.includes(ref) && typeof ref !== 'object') return [];
  const node = resolve(catalogue, ref);
  const inside = (inner: Ref, at = path) => membersOf(entry, inner, at, [...seen, ref]);
  const { additionalProperties: more } = node;
  return [
    ...[...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])].flatMap((branch) => inside(branch)),
    ...(node.items === undefined ? [] : inside(node.items)),
    ...(more === undefined || typeof more === 'boolean' ? [] : inside(more, [...path, '*'])),
    ...Object.entries(node.properties ?? {}).flatMap(([wire, sub]) => [
      { entry, path: [...path, wire], ref: sub },
      ...inside(sub, [...path, wire]),
    ]),
  ];
}

const members = catalogue.entries.flatMap((entry) =>
  entry.body?.schema === undefined ? [] : membersOf(entry, entry.body.schema),
);
const operationsWith = new Map<string, Set<string>>();
for (const { entry, path } of members) {
  const name = path.at(-1)!;
  operationsWith.set(name, (operationsWith.get(name) ?? new Set()).add(entry.fn));
}
const isTop = ({ path }: Member) => path.length === 1;
const isMain = (member: Member) => isTop(member) || operationsWith.get(member.path.at(-1)!)!.size >= 3;
const parameters = catalogue.entries.flatMap((entry) => paramsOf(entry).map((param) => ({ entry, param })));

function wordsFor({ entry, path }: Member): Words | undefined {
  const [parent, name] = [path.at(-2), path.at(-1)!];
  return parent === undefined ? catalogue.words.member(entry, name) : catalogue.words.inner(parent, name);
}

test('every parameter has a description', () => {
  const without = parameters.filter(({ entry, param }) => !catalogue.words.parameter(entry, param.name));
  assert.equal(
    without.map(({ entry, param }) => `${entry.fn}: ${param.name}`),
    [],
  );
  assert.ok(parameters.length > 1400, `${parameters.length} places`);
});

test('every main member of a body has a description', () => {
  const main = members.filter(isMain);
  assert.equal([...new Set(main.filter((member) => !wordsFor(member)).map(({ path }) => path.at(-1)))], []);
  assert.ok(new Set(main.map(({ path }) => path.at(-1))).size > 400);
});

test('every description is readable, and used', () => {
  const used = {
    parameters: new Set(parameters.map(({ param }) => param.name)),
    members: new Set(members.flatMap(({ path }) => [path.at(-1)!, path.slice(-2).join('.')])),
  };
  const places = new Set(
    catalogue.entries.flatMap(({ group, name }) => [group ?? 'client', `${group ?? 'client'}.${name}`]),
  );
  for (const [list, entries] of Object.entries(lists)) {
    for (const [name, [say, , refinements]] of Object.entries(entries)) {
      assert.ok(used[list as keyof typeof used].has(name), `${list}: ${name} is nowhere`);
      for (const [place, words] of [['', [say]] as const, ...Object.entries(refinements ?? {})]) {
        assert.match(words[0], /^([A-Z`\d-]|true|false).{2,130}\.$/, `${name} ${place}`);
        assert.not.match(words[0], /vercel/i, name);
        if (place) assert.ok(places.has(place), `${name}: no group or method is called ${place}`);
      }
    }
  }
});

test("every description of an answer's member is readable, and used", () => {
  const names = new Set<string>();
  for (const entry of catalogue.entries)
    for (const ref of Object.values(entry.answers))
      for (const { path } of ref === null ? [] : membersOf(entry, ref))
        for (const name of [path.at(-1)!, path.slice(-2).join('.')]) names.add(name);
  const answers = JSON.parse(readFileSync(new URL('words/answers.json', folder), 'utf8')) as Record<string, string>;
  for (const [name, say] of Object.entries(answers)) {
    assert.ok(names.has(name), `${name} is nowhere`);
    assert.match(say, /^[A-Z].{2,130}\.$/, name);
    assert.not.match(say, /vercel/i, name);
  }
});

test('every example of a parameter is valid for it', () => {
  for (const { entry, param } of parameters) {
    const { example } = catalogue.words.parameter(entry, param.name)!;
    const node = resolve(catalogue, param.schema);
    assert.ok(example !== undefined, `${entry.fn}: ${param.name} has none`);
    assert.ok(exampleFor(catalogue, node, example) !== undefined, `${entry.fn}: ${param.name} ${String(example)}`);
  }
});

test('times and sizes have a unit, closed lists their values', () => {
  const units = /milliseconds|seconds|bytes|ISO date|years|hours|days|moment|When|how long/i;
  const timed = /^(since|until|startTimestamp|endTimestamp|x-artifact-duration|Content-Length|x-now-size|to)$/;
  for (const { entry, param } of parameters) {
    const words = catalogue.words.parameter(entry, param.name)!;
    if (timed.test(param.name)) assert.match(words.say, units, `${entry.fn}: ${param.name}`);
  }
  const types = [...files]
    .filter(([path]) => path.startsWith('types/'))
    .map(([, body]) => body)
    .join('\n');
  for (const { param } of parameters) {
    const { enum: values } = resolve(catalogue, param.schema);
    if (values) assert.ok(types.includes(`\`${values[0]}\``), param.name);
  }
});

test('the descriptions are in the types and on the pages', () => {
  for (const { entry, param } of parameters) {
    const { say } = catalogue.words.parameter(entry, param.name)!;
    const scoped = entry.scope && (param.name === 'teamId' || param.name === 'slug');
    const type = files.get(`types/${scoped ? 'shared' : (entry.group ?? 'client')}.ts`)!;
    assert.ok(type.includes(`/** ${say}`), `types: ${entry.fn} ${param.name}`);
    const page = files.get(`docs/${entry.group ?? 'client'}.md`)!;
    if (!scoped) assert.ok(page.includes(`${say.replaceAll('|', '\\|')}`), `page: ${entry.fn} ${argOf(param)}`);
  }
  for (const member of members.filter(isTop)) {
    const { entry, path } = member;
    const { say } = wordsFor(member)!;
    const type = files.get(`types/${entry.group ?? 'client'}.ts`)! + files.get('types/shared.ts')!;
    assert.ok(type.includes(`/** ${say}`), `types: ${entry.fn} ${path[0]}`);
    const page = files.get(`docs/${entry.group ?? 'client'}.md`)!;
    assert.ok(page.includes(say) && page.includes(camel(path[0]!)), `page: ${entry.fn} ${path[0]}`);
  }
});

test('the count matches the API: 208 names at more than 1,400 places', () => {
  const names = new Set(readFacts().flatMap(({ params }) => params.map(({ name }) => name)));
  assert.is(names.size, 208);
  assert.equal(
    [...names].filter((name) => !Object.hasOwn(lists.parameters, name)),
    [],
  );
});

test.run();
