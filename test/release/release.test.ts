// Releases: the same version in every file that names it, notes from the CHANGELOG, and the workflow that publishes.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { findSection, upgradeNotes } from '../../tools/release/notes.ts';
import { readNamedVersions, setVersion } from '../../tools/release/versions.ts';
import { temporaryFolder } from '../support/processes/process.ts';

const { version, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  scripts: Record<string, string>;
};

test('every file names the version of this release', () => {
  const named = readNamedVersions();
  assert.equal(
    named.filter((one) => one.version !== version),
    [],
  );
  const paths = new Set(named.map(({ path }) => path));
  for (const path of ['package-lock.json', 'sdk/mcp/package.json', 'docker-compose.yml', 'examples/notes/package.json'])
    assert.ok(paths.has(path), path);
  // The lock file names the version of the package and of each workspace.
  assert.ok(named.filter(({ path }) => path === 'package-lock.json').length >= 7);
});

test('--set writes another version into each of them, and changes nothing else', () => {
  const folder = temporaryFolder();
  try {
    for (const path of new Set(readNamedVersions().map((named) => named.path))) {
      mkdirSync(join(folder.path, dirname(path)), { recursive: true });
      cpSync(path, join(folder.path, path));
    }
    setVersion('9.8.7-rc.1', folder.path);
    const before = readNamedVersions();
    const after = readNamedVersions(folder.path);
    assert.equal(
      after,
      before.map(({ path }) => ({ path, version: '9.8.7-rc.1' })),
    );
    for (const { path } of after) {
      const text = readFileSync(join(folder.path, path), 'utf8');
      const count = text.split('9.8.7-rc.1').length - 1;
      assert.is(count, after.filter((one) => one.path === path).length, path);
    }
    assert.throws(() => setVersion('next', folder.path), /is not a version/);
  } finally {
    folder.remove();
  }
});

test('the notes are the section of the version, which says when it was released', () => {
  const section = findSection(readFileSync('CHANGELOG.md', 'utf8'), version);
  assert.match(section?.text ?? '', /^### /m);
  const changelog =
    '# Changelog\n\n## 1.1.0 (2027-01-31)\n\nNew.\n\n### Fixed\n\n- A.\n\n## 1.0.0 (unreleased)\n\nOld.\n';
  assert.equal(findSection(changelog, '1.1.0'), { date: '2027-01-31', text: 'New.\n\n### Fixed\n\n- A.' });
  assert.equal(findSection(changelog, '1.0.0'), { date: null, text: 'Old.' });
  assert.is(findSection(changelog, '1.0'), null);
});

test('upgrade notes list the migrations with their reasons, or say that there are none', () => {
  const migration = { path: 'sql/migrations/0005-a.sql', text: '-- Adds a column.\nalter table a add b int;\n' };
  assert.match(upgradeNotes('1.1.0', [migration]), '- `sql/migrations/0005-a.sql`: Adds a column.');
  assert.match(upgradeNotes('1.1.0', []), 'No migration');
  assert.match(upgradeNotes('1.0.0', null), 'first release');
  assert.not.match(upgradeNotes('1.0.0', null), 'npx postern migrate');
});

test('the workflow runs what CI runs, and publishes a tag after it', () => {
  const workflow = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    permissions: Record<string, string>;
    jobs: Record<
      string,
      { needs?: string; if?: string; permissions?: object; steps: { run?: string; uses?: string }[] }
    >;
  };
  const { test: checks, release } = workflow.jobs;
  const runs = (job: typeof checks) => job?.steps.flatMap(({ run }) => run ?? []) ?? [];
  assert.equal(runs(checks), ['.ci/run', 'npm run release -- --dry-run']);
  assert.ok(existsSync('.ci/run') && 'release' in scripts);
  assert.is(runs(release)[0], 'npm run release');
  assert.equal([release?.needs, release?.if], ['test', "startsWith(github.ref, 'refs/tags/v')"]);
  // Only the job that publishes may write or sign.
  assert.equal(workflow.permissions, { contents: 'read' });
  assert.equal(release?.permissions, { contents: 'write', 'id-token': 'write' });
  assert.match(runs(release).join('\n'), '--platform linux/amd64,linux/arm64');
});

test('a failed test job uploads the findings of fuzzing and models, and fuzzing continues the next night', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    jobs: Record<string, { steps: { run?: string; uses?: string; if?: string; with?: Record<string, string> }[] }>;
  };
  const stored = globSync(['test/fuzz/findings.json', 'test/**/*counterexamples.jsonl']);
  assert.ok(stored.length > 2, stored.join());
  for (const name of ['long', 'test']) {
    const upload = jobs[name]?.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    assert.is(upload?.if, 'failure()', name);
    const found = globSync(upload?.with?.path?.trim().split('\n') ?? []);
    assert.equal(
      stored.filter((file) => !found.includes(file)),
      [],
      name,
    );
    assert.match(upload?.with?.path ?? '', '.tmp/fuzz/');
  }
  const caches = jobs.long?.steps.filter(({ uses }) => uses?.startsWith('actions/cache/')) ?? [];
  assert.equal(
    caches.map((step) => [step.uses, step.if, step.with?.path]),
    [
      ['actions/cache/restore@v4', undefined, '.tmp/fuzz'],
      ['actions/cache/save@v4', 'always()', '.tmp/fuzz'],
    ],
  );
  assert.match(readFileSync('test/fuzz/run.ts', 'utf8'), '.tmp/fuzz/');
});

test.run();
