// Each command in a document is run. Those of the README are pasted by paste.test.ts; npm test is run by this run itself.
import { existsSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor, runWithInput } from '../cli/admin.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { blocksOf, DOCUMENTS } from './blocks.ts';

/** Blocks that other tests run, or that are run by whoever reads this line in a log. */
/** The restore is test/cli/doctor_restore.test.ts. */
const RUN_ELSEWHERE =
  /^(npm (test( -- \S+)?|ci --prefix engine)\n|pg_restore -d postern [\s\S]*doctor > mend.sql[\s\S]*)$/;

const blocks = DOCUMENTS.flatMap(blocksOf);
const others = blocks.filter(({ file }) => file !== 'README.md');
let stack: Stack;

test.before(async () => {
  stack = await startStack();
});
test.after(() => stack.close());

// Those of JavaScript and JSON stand in docs/webhooks.md alone: test/flows/webhooks.test.ts runs them.
test('every block is of a kind that is checked', () => {
  const unknown = blocks.filter(({ language }) => !['', 'sh', 'sql', 'js', 'json'].includes(language));
  assert.equal(
    unknown.map(({ file, line, language }) => `${file}:${line} ${language}`),
    [],
  );
});

test('a file that a command names exists', () => {
  const named = blocks.flatMap(({ text }) => [...text.matchAll(/npm test -- (\S+)/g)].map(([, path]) => path ?? ''));
  assert.ok(named.length > 0);
  for (const path of named) assert.ok(existsSync(path), path);
});

const COMMAND = /^npx postern /;

test('the commands of postern do what the text around them says, in their order', async () => {
  const lines = others
    .filter(({ language, text }) => language === 'sh' && COMMAND.test(text))
    .flatMap(({ file, text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => ({ file, line })),
    );
  for (const { file, line } of lines) {
    assert.match(line, COMMAND, file);
    const args = line.replace(COMMAND, '').split(' ');
    const ran = await runWithInput(args, environmentFor(stack.db), 'correct horse battery');
    assert.is(ran.code, 0, `${file}: ${line}\n${ran.stderr}`);
  }
});

test('all other shell commands are run elsewhere', () => {
  const left = others.filter(({ language, text }) => language === 'sh' && !COMMAND.test(text));
  for (const { file, line, text } of left) assert.match(text, RUN_ELSEWHERE, `${file}:${line}`);
});

/** No transaction may hold it. */
const OWN = /^create database /m;

test('the SQL that makes a database makes one that its deployer owns', async () => {
  const [block, ...more] = blocks.filter(({ language, text }) => language === 'sql' && OWN.test(text));
  assert.ok(block && more.length === 0);
  const [role, database] = [`docs_${process.pid}_r`, `docs_${process.pid}_d`];
  const text = block.text.replaceAll('deployer', role).replaceAll('database app', `database ${database}`);
  const { sql } = stack.db;
  try {
    for (const statement of text.trim().split(';\n')) await sql.unsafe(statement);
    const rows = await sql`select datdba::regrole::text as owner from pg_database where datname = ${database}`;
    assert.equal([...rows], [{ owner: role }]);
  } finally {
    await sql.unsafe(`drop database if exists ${database}`);
    await sql.unsafe(`drop role if exists ${role}`);
  }
});

test('the SQL of a document runs in its order', async () => {
  for (const file of DOCUMENTS) {
    const statements = blocks.filter(
      (block) => block.file === file && block.language === 'sql' && !OWN.test(block.text),
    );
    if (statements.length === 0) continue;
    // Gone again with the transaction: roles are everybody's.
    const sql = await stack.db.sql.reserve();
    try {
      await sql.unsafe('begin; create role app_owner; create schema app authorization app_owner');
      await sql.unsafe('set local search_path = app, public; create table notes (user_id uuid)');
      for (const { line, text } of statements) {
        await sql.unsafe(text).catch((error: Error) => {
          throw new Error(`${file}:${line}: ${error.message}`, { cause: error });
        });
      }
    } finally {
      await sql.unsafe('rollback');
      sql.release();
    }
  }
});

test.run();
