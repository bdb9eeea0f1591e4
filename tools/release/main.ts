// npm run release: checks the state of the repository, packs the npm packages, and publishes them.
//
//   npm run release -- --dry-run       everything except publishing; the result is in .tmp/release/
//   npm run release -- --set 0.2.0     write another version into every file that names it
//   npm run release -- --no-provenance publish to a registry without provenance, or from a machine that cannot sign it
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAndPack, packFolder } from '../package/pack.ts';
import { findSection, type MigrationFile, upgradeNotes } from './notes.ts';
import { ROOT, readNamedVersions, setVersion } from './versions.ts';

/** Folders of the packages besides `postern`, in the order in which they are published. */
const SDK = ['sdk', 'sdk/mcp', 'sdk/migrate'];

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    set: { type: 'string' },
    'no-provenance': { type: 'boolean', default: false },
  },
});

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Returns the reasons why this state of the repository cannot be released. */
function releaseProblems(version: string, date: string | null | undefined): string[] {
  const others = readNamedVersions().filter((named) => named.version !== version);
  return [
    ...others.map((named) => `${named.path} names ${named.version} and not ${version}`),
    ...(date === undefined ? [`CHANGELOG.md has no section "## ${version} (…)"`] : []),
    ...(date === null ? [`CHANGELOG.md says that ${version} is unreleased: write the date`] : []),
    ...(git('status', '--porcelain') === '' ? [] : ['there are changes that are not committed']),
    ...(git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`) ? [] : [`HEAD has no tag v${version}`]),
  ];
}

/** Returns the migrations that the previous release does not have; null if there is no previous release. */
function addedMigrations(version: string): MigrationFile[] | null {
  // Excludes release candidates, because upgrades start from a release. This order lists v1.0.0-rc.1 before v1.0.0.
  const before = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD')
    .split('\n')
    .find((tag) => /^v\d+\.\d+\.\d+$/.test(tag) && tag !== `v${version}`);
  if (before === undefined) return null;
  const added = git('diff', '--name-only', '--diff-filter=A', before, 'HEAD', '--', 'sql/migrations', 'sql/online');
  const paths = added.split('\n').filter(Boolean);
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Packs all packages, and writes checksums and release notes. */
function buildReleaseFiles(out: string, version: string, notes: string): string[] {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const postern = buildAndPack(out);
  rmSync(postern.folder, { recursive: true });
  const tarballs = [...SDK.map((folder) => packFolder(join(ROOT, folder), out).path), postern.path];
  const sums = tarballs.map((path) => {
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${digest}  ${basename(path)}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  const body = [notes, upgradeNotes(version, addedMigrations(version))].join('\n\n');
  writeFileSync(join(out, 'NOTES.md'), `${body}\n## Checksums\n\n\`\`\`\n${sums.join('')}\`\`\`\n`);
  return tarballs;
}

function runRelease(): number {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const section = findSection(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  const faults = releaseProblems(version, section === null ? undefined : section.date);
  for (const fault of faults) console.error(`${options['dry-run'] ? 'before publishing' : 'error'}: ${fault}`);
  if (faults.length > 0 && !options['dry-run']) return 1;
  const out = join(ROOT, '.tmp', 'release');
  const tarballs = buildReleaseFiles(out, version, section?.text ?? '');
  for (const path of tarballs) {
    // The manifests require provenance, which only a CI system can sign, so a dry run omits provenance.
    const how = [
      ...(options['dry-run'] ? ['--dry-run'] : []),
      ...(options['dry-run'] || options['no-provenance'] ? ['--provenance=false'] : []),
    ];
    // A version with a suffix, such as 1.0.0-rc.1, must not become the default of `npm install postern`.
    const tag = version.includes('-') ? 'next' : 'latest';
    const args = ['publish', path, '--access', 'public', '--tag', tag, '--ignore-scripts', ...how];
    execFileSync('npm', args, { cwd: out, stdio: ['ignore', 'ignore', 'pipe'] });
    console.log(`${options['dry-run'] ? 'would publish' : 'published'} ${basename(path)}`);
  }
  console.log(`notes, checksums and tarballs: ${out}`);
  return 0;
}

if (options.set !== undefined) setVersion(options.set);
else process.exitCode = runRelease();
