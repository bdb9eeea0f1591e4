// Source trees of other releases: an older commit of this repository, and a simulated next release.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = [
  ...[
    'core',
    'gateway',
    'worker',
    'install',
    'import',
    'dev',
    'console',
    'cli',
    'optional',
    'sql',
    'package.json',
    'tsconfig.json',
  ],
  // Former path of optional/telemetry in older commits.
  'telemetry',
];

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postern-release-'));
  folders.push(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const read = (file: string): string => readFileSync(file, 'utf8');

/** Copies PARTS of this tree with a higher version, a changed function file and more `files`. Returns the path. */
export function writeNextRelease(files: Record<string, string> = {}): string {
  const folder = createFolder();
  for (const part of PARTS)
    if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const own = JSON.parse(read(join(folder, 'package.json'))) as { version: string };
  const [major = 0, minor = 0] = own.version.split('.').map(Number);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, version: `${major}.${minor + 1}.0` }));
  const refresh = join(folder, 'sql/api/session/refresh_session.sql');
  writeFileSync(refresh, `${read(refresh)}\n-- The next release.\n`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/**
 * Typical changes of a next release to four busy tables: a column and a constraint each, and an index for all but the
 * audit log.
 */
export const CHANGES_OF_BUSY_TABLES: Record<string, string> = {
  'sql/migrations/9001-hot.sql': ['users', 'sessions', 'old_refresh_tokens', 'audit_log']
    .map(
      (table) => `alter table auth.${table} add column next_word text;
alter table auth.${table} add constraint ${table}_next_word_check check (length(next_word) < 100) not valid;`,
    )
    .join('\n'),
  ...Object.fromEntries(
    ['users', 'sessions', 'old_refresh_tokens', 'audit_log'].map((table, place) => [
      `sql/online/90${place + 11}-${table}-check.sql`,
      `alter table auth.${table} validate constraint ${table}_next_word_check;`,
    ]),
  ),
  ...Object.fromEntries(
    ['users', 'sessions', 'old_refresh_tokens'].map((table, place) => [
      `sql/online/90${place + 21}-${table}-index.sql`,
      `create index concurrently if not exists ${table}_next_word_idx on auth.${table} (next_word);`,
    ]),
  ),
};

/** Copies the folder sql of this tree and adds CHANGES_OF_BUSY_TABLES. Returns the path of the copy. */
export function writeNextSql(): string {
  const folder = join(createFolder(), 'sql');
  cpSync(join(ROOT, 'sql'), folder, { recursive: true });
  for (const [name, text] of Object.entries(CHANGES_OF_BUSY_TABLES)) writeFileSync(join(folder, '..', name), text);
  return folder;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });

/**
 * Walks back from the parent of HEAD, at most `most` commits, and stops at the first commit whose migrations are not a
 * prefix of this tree's migrations. Returns the last commit before that one. Returns null if there is none, or if there
 * is no repository.
 */
export function findOlderCommit(most = 300): string | null {
  if (spawnSync('git', ['rev-parse', '--git-dir'], { cwd: ROOT }).status !== 0) return null;
  const folder = join(ROOT, 'sql/migrations');
  const ours = readdirSync(folder)
    .sort()
    .map((name) => `${name} ${git('hash-object', join(folder, name)).trim()}`);
  let found: string | null = null;
  for (const commit of git('rev-list', '--first-parent', `--max-count=${most}`, 'HEAD').trim().split('\n').slice(1)) {
    const theirs = git('ls-tree', `${commit}:sql/migrations`)
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\d+ blob (\w+)\t(.*)$/, '$2 $1'))
      .sort();
    if (theirs.join() !== ours.slice(0, theirs.length).join()) break;
    found = commit;
  }
  return found;
}

/** Writes the source tree of a commit, with the packages of this tree. */
export function writeTreeOfCommit(commit: string): string {
  const folder = createFolder();
  const there = PARTS.filter(
    (part) => spawnSync('git', ['cat-file', '-e', `${commit}:${part}`], { cwd: ROOT }).status === 0,
  );
  const archive = execFileSync('git', ['archive', commit, ...there], { cwd: ROOT, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}
