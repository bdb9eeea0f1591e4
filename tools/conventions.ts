// Applies tools/rules.ts, and the rule that every file of sql/api has a test file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { RULES, type Rule, type SourceFile } from './rules.ts';

/** Returns every file that git tracks, or that is neither tracked nor ignored. */
function trackedFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return [...new Set(execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n'))].filter(existsSync);
}

/** Applies rules to files. Returns `path:line: fault (rule)` for each fault. */
export function applyRules(files: readonly SourceFile[], rules: readonly Rule[] = RULES): string[] {
  return files.flatMap((file) =>
    rules
      .filter((rule) => rule.applies(file.path))
      .flatMap((rule) => rule.faults(file).map((fault) => `${file.path}:${fault} (${rule.name})`)),
  );
}

/** Returns a fault for each sql/api/x/y.sql without test/sql/api/x/y.test.ts. */
export function missingSqlTests(paths: readonly string[]): string[] {
  const known = new Set(paths);
  return paths
    .filter((path) => /^sql\/api\/.*\.sql$/.test(path))
    .map((path) => `test/${path.replace(/\.sql$/, '.test.ts')}`)
    .filter((path) => !known.has(path))
    .map((path) => `${path}: does not exist (every auth_api function has a test at the mirrored path)`);
}

/** Returns all faults of the working tree. */
export function findFaults(): string[] {
  const paths = trackedFiles();
  const relevant = paths.filter((path) => RULES.some((rule) => rule.applies(path)));
  const files = relevant.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return [...applyRules(files), ...missingSqlTests(paths)];
}
