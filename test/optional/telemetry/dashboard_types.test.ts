// Checks the dashboard file against Grafana's published types. An unknown value is a compiler error.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../../support/processes/cannot_run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SCHEMA = '@grafana/schema';

interface Panel {
  type: string;
  options?: object;
}

/** Returns the compiler's errors for a dashboard. */
function compilerErrors(text: string): string[] {
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'dashboard-'));
  try {
    const raw = (name: string, file: string) =>
      `${SCHEMA}/dist/esm/raw/composable/${name}/panelcfg/x/${file}_types.gen`;
    // Writes the dashboard as a literal, because the compiler widens the strings of an imported JSON file to `string`.
    writeFileSync(
      join(folder, 'dashboard.ts'),
      `import type { Dashboard } from '${SCHEMA}';
import type { Options as timeseries } from '${raw('timeseries', 'TimeSeriesPanelCfg')}';
import type { Options as stat } from '${raw('stat', 'StatPanelCfg')}';
type Part<T> = T extends object ? { [K in keyof T]?: Part<T[K]> } : T;
type Words<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Words<T[K]> } : T;
export const dashboard: Dashboard = ${text};
${panels
  .filter(({ options }) => options !== undefined)
  .map(({ type, options }, at) => `export const options${at}: Part<Words<${type}>> = ${JSON.stringify(options)};`)
  .join('\n')}
`,
    );
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
    const flags = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'esnext',
    ];
    const args = [...flags, '--moduleResolution', 'bundler', '--types', '', join(folder, 'dashboard.ts')];
    const { stdout, status } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' });
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    assert.is(status === 0, errors.length === 0, stdout);
    return errors;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the dashboard conforms to the types that Grafana publishes', () => {
  if (!existsSync(join(ROOT, 'node_modules', SCHEMA)))
    return cannotRun('the types of the dashboard', `${SCHEMA} is not installed: npm ci`);
  const text = readFileSync(join(ROOT, 'deploy', 'telemetry', 'dashboard.json'), 'utf8');
  assert.equal(compilerErrors(text), []);
  for (const [from, to] of [
    ['"h": 8', '"h": "8"'],
    ['"fieldConfig"', '"fieldConfigs"'],
    ['"unit": "reqps"', '"units": "reqps"'],
    ['"placement": "bottom"', '"placement": "below"'],
    ['"schemaVersion": 39', '"schemaVersion": "39"'],
    ['"includeAll": true', '"includeAll": "yes"'],
  ] as const) {
    assert.ok(text.includes(from), from);
    assert.ok(compilerErrors(text.replace(from, to)).length > 0, to);
  }
});

test.run();
