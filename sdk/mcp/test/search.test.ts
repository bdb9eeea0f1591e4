// Search quality: fifty questions in users' words, 48 of which find the operation among the first five.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { searchOver } from '../dynamic.ts';
import { stem } from '../search.ts';
import { toolsFor } from '../tools.ts';
import { type Question, questions } from './questions.ts';
import { inProcess } from './support.ts';

// Written after the search, a question and its operations per line: measures words that it was not built for.
const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): Question => {
      const [question = '', operations = ''] = line.split(' → ');
      return [question, ...operations.split(' ')];
    });
const moreQuestions = read('more_questions.txt');
// Sixty more, written before their results were known; 40 of them found their operation at that time.
const ownQuestions = read('own_questions.txt');
const tools = toolsFor({ tools: [], groups: [], readOnly: false });
const search = searchOver(tools);
const names = new Set(tools.map(({ name }) => name));

/** Returns the questions that do not find their operation among the first five, with the results. */
function misses(asked: readonly Question[]): string[] {
  return asked.flatMap(([question, ...operations]) => {
    const found = search.find(question, 5).map(({ tool }) => tool.name);
    return operations.some((name) => found.includes(name)) ? [] : [`${question} → ${found.join(', ')}`];
  });
}

test('of fifty questions, at least 48 find their operation among the first five', () => {
  assert.is(questions.length, 50);
  const missed = misses(questions);
  assert.ok(missed.length <= 2, missed.join('\n'));
});

test('of further questions, 95 % do', () => {
  const missed = misses(moreQuestions);
  assert.ok(missed.length <= moreQuestions.length / 20, missed.join('\n'));
});

test('of sixty questions by users with other intentions, 57 do', () => {
  assert.is(ownQuestions.length, 60);
  const missed = misses(ownQuestions);
  assert.ok(missed.length <= 3, missed.join('\n'));
});

test('the questions name operations that exist', () => {
  const wrong = [...questions, ...moreQuestions, ...ownQuestions].flatMap(([, ...operations]) =>
    operations.filter((name) => !names.has(name)),
  );
  assert.equal(wrong, []);
});

test('the questions cover every area', () => {
  const asked = new Set(
    [...questions, ...moreQuestions, ...ownQuestions].flatMap(
      ([, name]) => tools.find((tool) => tool.name === name)!.listed.groups,
    ),
  );
  const groups = new Set(tools.flatMap(({ listed }) => listed.groups));
  // The first version of checks, and one operation that is in two groups.
  const left = [...groups].filter((group) => !asked.has(group));
  assert.ok(left.length <= 4, left.join());
});

test('finds an operation by its name, by its words and by its path', () => {
  for (const { name, listed } of tools) {
    const byName = search.find(name.replaceAll('-', ' '), 8).map(({ tool }) => tool.name);
    const byWords = search.find(listed.doc, 8).map(({ tool }) => tool.name);
    assert.ok(byName.includes(name) || byWords.includes(name), `${name}: ${byName.join()}`);
  }
  const byPath = search.find('/v9/projects/{idOrName}/domains/{domain}/verify', 5).map(({ tool }) => tool.name);
  assert.ok(byPath.includes('projects-verify-project-domain'), byPath.join());
});

test('ignores endings', () => {
  const groups = [
    ['deploy', 'deployed', 'deploying', 'deployment', 'deployments'],
    ['domain', 'domains'],
    ['registry', 'registries'],
    ['member', 'members'],
    ['cache', 'cached', 'caching'],
  ];
  for (const group of groups) assert.is(new Set(group.map(stem)).size, 1, group.map(stem).join());
  assert.is.not(stem('status'), stem('stat'));
});

test('a question of stop words finds something, and nonsense finds nothing', () => {
  assert.is(search.find('what can you do', 5).length, 5);
  assert.equal(search.find('xyzzy plugh', 5), []);
});

test('the tool returns this order', async () => {
  const { call, stop } = await inProcess(['--dynamic', '--read-only']);
  const { structured } = await call('list-operations', { search: 'who can see this project' });
  const { operations } = structured as { operations: { name: string; does: string }[] };
  assert.ok(operations.slice(0, 5).some(({ name }) => name === 'project-members-get-project-members'));
  for (const { does } of operations) assert.match(does, /^(Deprecated\. )?[A-Z].*\.$/);
  const none = await call('list-operations', { search: 'delete a webhook' });
  assert.not.match(JSON.stringify(none.structured), /webhooks-delete-webhook/, '--read-only holds in the search');
  await stop();
});

test.run();
