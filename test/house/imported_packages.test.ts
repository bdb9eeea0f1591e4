// runner: when=core,gateway,worker,cli,dev,import,install,optional/telemetry

// Packages that the HTTP process loads. Each costs memory and start time, and adds code that attackers may reach.
import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST = 20;

interface LoadedModules {
  packages: string[];
  /** Modules of Node itself. */
  node: string[];
}

/** Returns the packages, and the modules of Node itself, that a new process has loaded after importing these files. */
async function modulesLoadedBy(...files: readonly string[]): Promise<LoadedModules> {
  const script = `
    import { registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*\\/node_modules\\/)/.exec(url) ?? [];
        if (name) seen.add(name);
        return next(url, context);
      },
    });
    for (const file of ${JSON.stringify(files)}) await import(file.startsWith('data:') ? file : './' + file);
    process.stdout.write(JSON.stringify({ packages: [...seen].sort(), node: process.moduleLoadList }));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: 60_000 });
  return JSON.parse(stdout) as LoadedModules;
}

const packagesBehind = async (...files: readonly string[]): Promise<string[]> =>
  (await modulesLoadedBy(...files)).packages;

const START = ['cli/program.ts', 'cli/commands/start.ts', 'dev/inbox/server.ts', 'worker/main.ts', 'gateway/main.ts'];

test(`the gateway, and the command that serves it, load at most ${MOST} packages`, async () => {
  const serving = await packagesBehind('cli/program.ts', 'cli/commands/serve.ts', 'gateway/main.ts');
  assert.ok(serving.length <= MOST, `${serving.length} packages: ${serving.join(' ')}`);
  for (const name of ['commander', 'jose', 'postgres', 'pino'])
    assert.ok(serving.includes(name), `${name} is not seen`);
});

test('the passkey verifier is loaded with the first ceremony, with at most 24 packages', async () => {
  const before = await packagesBehind('cli/commands/serve.ts', 'gateway/main.ts');
  assert.not.ok(before.includes('@simplewebauthn/server'));
  const verifier = JSON.stringify(pathToFileURL(`${ROOT}gateway/webauthn/verify.ts`).href);
  const ceremony = `import { createWebauthnVerifier } from ${verifier};
    await createWebauthnVerifier({ webauthn_rp_id: '', webauthn_rp_origins: [] }).ready();`;
  const behind = await packagesBehind(`data:text/javascript,${encodeURIComponent(ceremony)}`);
  assert.ok(behind.includes('@simplewebauthn/server'));
  assert.ok(behind.length <= 24, `${behind.length} packages: ${behind.join(' ')}`);
});

test('only the code that needs the migration loader and the queue loads them', async () => {
  const serving = await packagesBehind('cli/program.ts', 'cli/commands/serve.ts', 'gateway/main.ts');
  const not_its = serving.filter(
    (name) => name.startsWith('@databases/') || ['pg', 'pg-boss', 'nodemailer'].includes(name),
  );
  assert.equal(not_its, []);
  assert.ok((await packagesBehind('install/migrate/migrate.ts')).includes('@databases/pg'), 'the count sees packages');
});

test('a start keeps neither the migration loader nor, before the first mail, the mail composer in memory', async () => {
  const kept = await packagesBehind(...START);
  assert.equal(
    kept.filter((name) => name.startsWith('@databases/') || name === 'nodemailer'),
    [],
  );
  assert.ok(kept.includes('pg-boss'), 'the count sees packages');
});

test('no process loads OpenTelemetry’s SDK if telemetry is off; it does if telemetry is on', async () => {
  const sdk = (packages: readonly string[]) => packages.filter((name) => name.startsWith('@opentelemetry/'));
  const serving = ['cli/program.ts', 'cli/commands/serve.ts', 'cli/commands/worker.ts', 'cli/telemetry.ts'];
  assert.equal(sdk(await packagesBehind(...serving, ...START, 'core/mail/send.ts')), []);
  const on = sdk(await packagesBehind('optional/telemetry/main.ts'));
  assert.ok(on.includes('@opentelemetry/sdk-trace') && on.includes('@opentelemetry/sdk-metrics'), on.join());
  assert.not(
    on.some((name) => name.includes('otlp')),
    'a protocol is loaded by who speaks it',
  );
});

test('no file imports node:http by name, which loads all of Node’s fetch()', async () => {
  const fetching = (node: readonly string[]) => node.filter((name) => name.endsWith(' internal/deps/undici/undici'));
  assert.equal(fetching((await modulesLoadedBy(...START, 'core/mail/send.ts')).node), []);
  const import_http = 'data:text/javascript,import "node:http"';
  assert.is(fetching((await modulesLoadedBy(import_http)).node).length, 1, 'the list names it where it is loaded');
});

test.run();
