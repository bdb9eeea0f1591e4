// House rules that biome keeps: here is shown that it would see a breach, with the configuration of this tree.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const A_TEST = "import { test } from 'uvu';\n";

const BAD: readonly (readonly [path: string, rule: string, text: string])[] = [
  ['test/a.test.ts', 'suspicious/noSkippedTests', `${A_TEST}test.skip('a', () => undefined);\n`],
  ['sdk/test/b.test.ts', 'suspicious/noFocusedTests', `${A_TEST}test.only('b', () => undefined);\n`],
  ['cli/c.ts', 'suspicious/noEmptyBlockStatements', 'try {\n  process.chdir("a");\n} catch {}\n'],
  ['worker/d.ts', 'suspicious/noEmptyBlockStatements', 'await Promise.reject().catch(() => {});\n'],
  ['gateway/camelCase.ts', 'style/useFilenamingConvention', 'export const a = 1;\n'],
  ['test/support/With-Dash.ts', 'style/useFilenamingConvention', 'export const a = 1;\n'],
];
const GOOD: readonly (readonly [path: string, text: string])[] = [
  ['test/snake_case.test.ts', `${A_TEST}test('a', () => undefined);\n`],
  ['cli/e.ts', 'const fit = (text: string): string => text;\nexport const a = fit("a");\n'],
];

test('a skipped or favoured test, a swallowed fault and a name of another form are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-biome-'));
  try {
    cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
    for (const [path, text] of [...BAD.map(([path, , text]) => [path, text] as const), ...GOOD]) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const args = ['lint', '--colors=off', '--max-diagnostics=none', '--reporter=github', '.'];
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' });
    const found = [...stdout.matchAll(/^::error title=lint\/([^,]+),file=([^,]+),/gm)];
    assert.equal(
      found.map(([, rule, path = '']) => `${relative(folder, path)} ${rule}`).sort(),
      BAD.map(([path, rule]) => `${path} ${rule}`).sort(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
