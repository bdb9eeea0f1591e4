// runner: when=docs,CONTRIBUTING.md,README.md,sql,cli,dev,import,install,optional/engine

// Runs the commands and the SQL blocks that blocks.ts assigns to this test.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor, runWithInput } from '../cli/admin.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { type Stack, startStack } from '../support/processes/stack.ts';
import { blocksRunByTest, DOCUMENTS, readBlocks } from './blocks.ts';

const blocks = blocksRunByTest('test/house/commands.test.ts');
const shell = blocks.filter(({ language }) => language === 'sh');
let stack: Stack;

test.before(async () => {
  stack = await startStack();
});
test.after(() => stack.close());

test('the files that a command names exist', () => {
  const named = DOCUMENTS.flatMap(readBlocks).flatMap(({ text }) =>
    [...text.matchAll(/npm test -- (\S+)/g)].map(([, path]) => path ?? ''),
  );
  assert.ok(named.length > 0);
  for (const path of named) assert.ok(existsSync(path), path);
});

const COMMAND = /^npx postern /;
const ADDRESSES = { SVC_SITE_URL: 'https://app.example.com', SVC_API_EXTERNAL_URL: 'https://auth.example.com' };

test('the postern commands of documents do what the text says, in order', async () => {
  const lines = shell
    .filter(({ text }) => COMMAND.test(text))
    .flatMap(({ file, text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => ({ file, line })),
    );
  assert.ok(lines.length > 0);
  for (const { file, line } of lines) {
    assert.match(line, COMMAND, file);
    const args = line
      .replace(COMMAND, '')
      .replace(/ > \S+$/, '')
      .split(' ');
    const ran = await runWithInput(args, environmentFor(stack.db, ADDRESSES), 'correct horse battery');
    assert.is(ran.code, 0, `${file}: ${line}\n${ran.stderr}`);
  }
});

test('npm accepts the install command of telemetry’s packages, which is the one that the start prints', () => {
  const installs = shell.flatMap(({ text }) => (/^npm install/.test(text) ? [text] : []));
  assert.is(installs.length, 1);
  const [command = ''] = installs;
  assert.ok(readFileSync('cli/telemetry.ts', 'utf8').includes(`'${command.trim()}'`), command);
  const { path, remove } = temporaryFolder({ on_disk: true });
  const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] };
  for (const name of ['package-lock.json', ...['', ...workspaces].map((folder) => join(folder, 'package.json'))])
    cpSync(name, join(path, name));
  const npm = spawnSync('bash', ['-c', `${command.trim()} --dry-run --offline --cache cache`], {
    cwd: path,
    encoding: 'utf8',
  });
  remove();
  assert.is(npm.status, 0, npm.stderr);
  assert.match(npm.stdout, /^add @opentelemetry\/sdk-/m);
});

test('npm accepts the install command of the native engine', () => {
  const [command = '', ...more] = shell.flatMap(({ text }) => (text.startsWith('npm ci') ? [text.trim()] : []));
  assert.equal(more, []);
  const { path, remove } = temporaryFolder({ on_disk: true });
  cpSync('optional/engine/package.json', join(path, 'optional/engine/package.json'));
  cpSync('optional/engine/package-lock.json', join(path, 'optional/engine/package-lock.json'));
  const npm = spawnSync('bash', ['-c', `${command} --dry-run --offline --cache cache`], {
    cwd: path,
    encoding: 'utf8',
  });
  remove();
  assert.is(npm.status, 0, npm.stderr);
  assert.match(npm.stdout, /^add hyper-express /m);
});

/** Matches a block with CREATE DATABASE, which cannot run in a transaction block. */
const OWN = /^create database /m;

test('the SQL that creates a database creates one that its deployer owns', async () => {
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

test('the SQL of each document runs in order', async () => {
  const own = blocks.filter(({ language, text }) => language === 'sql' && !OWN.test(text));
  assert.ok(own.length > 0);
  for (const file of DOCUMENTS) {
    const statements = own.filter((block) => block.file === file);
    if (statements.length === 0) continue;
    // The transaction is rolled back at the end, because other tests share the roles.
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
