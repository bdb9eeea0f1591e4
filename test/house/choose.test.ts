// `npm test` selects the test files that depend on changes of the branch, and all files if the changes are unknown.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { FOLDERS, findTests } from '../run.ts';
import { changedFiles, selectFiles } from '../runner/choose.ts';
import { readFileOptions } from '../runner/evaluate.ts';
import { gitEnvironment } from '../support/processes/git.ts';
import { DOCUMENTS, findTestOfBlock, readBlocks, TESTS_OF_GUIDES } from './blocks.ts';

const FILES = [
  { file: 'test/sql/always.test.ts', when: null },
  { file: 'test/cli/start.test.ts', when: ['cli', 'docker-compose.yml'] },
  { file: 'sdk/test/call.test.ts', when: null },
];

const taken = (changed: string[] | null): string[] =>
  selectFiles(FILES, changed).map(({ file }) => /\/(\w+)\.test/.exec(file)?.[1] ?? '');

test('runs the files without dependencies if nothing has changed', () => {
  assert.equal(taken([]), ['always']);
  assert.equal(taken(['gateway/main.ts', 'client/main.ts', 'docker-compose.yml.md']), ['always']);
});

test('runs a file if something below its dependencies, or the file itself, has changed', () => {
  assert.equal(taken(['cli/commands/start.ts']), ['always', 'start']);
  assert.equal(taken(['docker-compose.yml']), ['always', 'start']);
  assert.equal(taken(['test/cli/start.test.ts']), ['always', 'start']);
});

test('runs the tests of the SDK if the SDK has changed', () => {
  assert.equal(taken(['sdk/runtime/call.ts']), ['always', 'call']);
});

test('runs every file if a shared dependency has changed, or the changes are unknown', () => {
  const all = ['always', 'start', 'call'];
  for (const shared of [
    'package-lock.json',
    'test/support/processes/stack.ts',
    'test/runner/choose.ts',
    'test/faults/user_simulation.ts',
  ])
    assert.equal(taken([shared]), all, shared);
  assert.equal(taken(null), all);
  assert.equal(taken(['test/mutations/list.ts', 'test/sql/other.test.ts']), ['always']);
});

test('the dependencies of test files exist', () => {
  const missing = findTests(FOLDERS, []).flatMap((file) =>
    (readFileOptions(readFileSync(file, 'utf8'), 0).when ?? [])
      .filter((path) => !existsSync(path))
      .map((path) => `${file}: ${path}`),
  );
  assert.equal(missing, []);
});

test('the runner lines of test files have only known options, in the lines that the runner reads', () => {
  const KNOWN = /^\/\/ runner:(?: alone| timeout=\d+| when=[\w./-]+(?:,[\w./-]+)*)+(?: \(.+\))?$/;
  const unknown = findTests(FOLDERS, []).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.startsWith('// runner:') && (index > 5 || !KNOWN.test(line)) ? [line] : []))
      .map((line) => `${file}: ${line}`),
  );
  assert.equal(unknown, []);
});

test('runs a document’s test if the document has changed', () => {
  const files = findTests(FOLDERS, []).map((file) => ({ file, ...readFileOptions(readFileSync(file, 'utf8'), 0) }));
  const left_out = DOCUMENTS.flatMap((document) => {
    const named = [TESTS_OF_GUIDES[document], ...readBlocks(document).map(findTestOfBlock)];
    const chosen = selectFiles(files, [document]).map(({ file }) => file);
    return files
      .filter(({ file }) => named.includes(file) && !chosen.includes(file))
      .map(({ file }) => `${document}: ${file}`);
  });
  assert.equal([...new Set(left_out)], []);
});

test('npm test omits a file whose dependencies are unchanged, and reports it; named or with --all it runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-choose-'));
  const file = (name: string, line: string): void =>
    writeFileSync(
      join(folder, `${name}.test.ts`),
      `${line}\nimport { test } from 'uvu';\ntest('one', () => {});\ntest.run();\n`,
    );
  const closing = (...args: string[]): string => {
    const all = ['test/run.ts', `--in=${relative(process.cwd(), folder)}`, ...args];
    const { stdout } = spawnSync(process.execPath, all, { encoding: 'utf8' });
    return `${/^\d+ more .*$/m.exec(stdout)?.[0] ?? ''}; ${stdout.trimEnd().split('\n').at(-1)}`;
  };
  try {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    file('always', '// What.');
    file('about', '// runner: when=no/such/folder');
    const changed = changedFiles(process.cwd());
    // True if nothing in this working tree selects the file. If the runner itself has changed, every file runs.
    const here = selectFiles([{ file: 'about', when: ['no/such/folder'] }], changed).length === 0;
    const left_out = '1 more are about what has not changed: npm run test:all takes them too; 1 passed, 0 failed';
    assert.is(closing(), here ? left_out : '; 2 passed, 0 failed');
    assert.is(closing('--all'), '; 2 passed, 0 failed');
    rmSync(join(folder, 'always.test.ts'));
    assert.is(closing(), here ? '; 0 passed, 1 failed' : '; 1 passed, 0 failed');
    assert.is(closing('about'), '; 1 passed, 0 failed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const changes = suite('what has changed');
let place = '';

function runGit(folder: string, ...args: string[]): void {
  const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.com'];
  const all = ['-C', join(place, folder), ...who, ...args];
  const { status, stderr } = spawnSync('git', all, { encoding: 'utf8', env: gitEnvironment() });
  assert.is(status, 0, stderr);
}

const write = (path: string, text = ''): void => writeFileSync(join(place, path), text);

const changed = (folder: string): string[] | undefined => changedFiles(join(place, folder))?.sort();

changes.before(() => {
  place = mkdtempSync(join(tmpdir(), 'postern-changed-'));
  mkdirSync(join(place, 'first/cli'), { recursive: true });
  write('first/package.json');
  runGit('first', 'init', '-q', '-b', 'main');
  for (const name of ['one', 'two', 'three']) write(`first/cli/${name}`, name);
  write('first/.gitignore', 'built\n');
  runGit('first', 'add', '.');
  runGit('first', 'commit', '-q', '-m', 'the first');
  runGit('', 'clone', '-q', 'first', 'second');
});

changes.after(() => rmSync(place, { recursive: true, force: true }));

changes('a fresh clone has no changes', () => {
  assert.equal(changed('second'), []);
});

changes('returns edited, staged, removed, renamed and new files, but not ignored ones', () => {
  write('second/cli/one', 'edited');
  runGit('second', 'mv', 'cli/two', 'cli/moved');
  rmSync(join(place, 'second/cli/three'));
  write('second/a new file');
  write('second/built');
  assert.equal(changed('second'), ['a new file', 'cli/moved', 'cli/one', 'cli/three', 'cli/two']);
});

const OURS = ['a new file', 'cli/moved', 'cli/one', 'cli/three', 'cli/two'];

changes('returns commits that origin does not have, but not those that only origin has', () => {
  runGit('second', 'add', '-A');
  runGit('second', 'commit', '-q', '-m', 'ours');
  write('first/theirs');
  runGit('first', 'add', '.');
  runGit('first', 'commit', '-q', '-m', 'theirs');
  runGit('second', 'fetch', '-q');
  assert.equal(changed('second'), OURS);
});

changes('on a branch, pushed or not, and on none, returns the changes since the main branch', () => {
  runGit('second', 'switch', '-q', '-c', 'ours');
  assert.equal(changed('second'), OURS);
  runGit('second', 'push', '-q', '-u', 'origin', 'ours');
  assert.equal(changed('second'), OURS);
  runGit('second', 'switch', '-q', '--detach');
  assert.equal(changed('second'), OURS);
});

changes('works within a git hook whose variables name another repository', () => {
  process.env.GIT_DIR = join(place, 'first/.git');
  try {
    assert.equal(changed('second'), OURS);
  } finally {
    delete process.env.GIT_DIR;
  }
});

changes('returns null if the base in other repositories is unknown', () => {
  runGit('second', 'remote', 'rename', 'origin', 'another');
  runGit('second', 'switch', '-q', '--orphan', 'nothing-in-common');
  runGit('second', 'commit', '-q', '--allow-empty', '-m', 'alone');
  assert.is(changed('second'), undefined);
  runGit('second', 'switch', '-q', 'main');
  assert.equal(changed('second'), OURS);
  runGit('second', 'branch', '--unset-upstream');
  assert.is(changed('second'), undefined);
});

changes('returns null in a repository around the tree that ignores it', () => {
  mkdirSync(join(place, 'around/tree'), { recursive: true });
  write('around/.gitignore', '*\n');
  write('around/tree/package.json');
  runGit('around', 'init', '-q');
  assert.is(changed('around/tree'), undefined);
});

changes('returns the uncommitted changes in a repository without remotes', () => {
  assert.equal(changed('first'), []);
  write('first/cli/one', 'edited');
  assert.equal(changed('first'), ['cli/one']);
});

changes('returns null without a repository or without a commit', () => {
  mkdirSync(join(place, 'none'));
  assert.is(changed('none'), undefined);
  runGit('none', 'init', '-q');
  assert.is(changed('none'), undefined);
});

test.run();
changes.run();
