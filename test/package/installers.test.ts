// runner: when=tools/package,dev/embedded,package.json

// pnpm, Yarn and Bun can install the package. None of them runs the install scripts of dependencies, and Yarn keeps
// packages in archives.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { installTools, packPackageOnce, runOutsideRepository } from '../support/processes/packed.ts';
import { messageTo, postJson, type Running, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

const temporary = temporaryFolder({ on_disk: true });
test.after(() => temporary.remove());

interface Installer {
  /** Name of the installer's npm package. */
  package_name: string;
  version: string;
  /** Name of the program in that package. */
  program: string;
  add: (tarball: string) => string[];
  run: string[];
  /** Text that the installer prints about skipped install scripts, although the installation is complete. */
  ignores?: RegExp;
}

const INSTALLERS: Readonly<Record<string, Installer>> = {
  pnpm: {
    package_name: 'pnpm',
    version: '12.21.0',
    program: '.bin/pnpm',
    add: (tarball) => ['add', tarball],
    run: ['exec', 'postern'],
    ignores: /ERR_PNPM_IGNORED_BUILDS/,
  },
  Yarn: {
    package_name: '@yarnpkg/cli-dist',
    version: '4.18.1',
    program: '@yarnpkg/cli-dist/bin/yarn.js',
    add: (tarball) => ['add', `postern@file:${tarball}`],
    run: ['postern'],
  },
  Bun: {
    package_name: 'bun',
    version: '1.4.5',
    program: '.bin/bun',
    add: (tarball) => ['add', tarball],
    run: ['x', 'postern'],
  },
};

/** Errors of a connection to the registry. An installation is tried again, because the network is not tested here. */
const LOST_CONNECTION = /ERR_SOCKET|ECONNRESET|ETIMEDOUT|EAI_AGAIN|socket hang up/i;

/**
 * Migrates an empty database on an existing Postgres server. Asserts that doctor finds no fault in the migrations, the
 * functions or other objects.
 */
async function migrateExistingServer(command: (name: string, env: Record<string, string>) => Running): Promise<void> {
  const db = await createDatabase({ template: 'empty' });
  try {
    const env = { DATABASE_URL: db.superuser_url, NODE_ENV: 'development' };
    const migrate = command('migrate', env);
    assert.is(await migrate.exited, 0, migrate.stdout + migrate.stderr);
    const doctor = command('doctor', env);
    await doctor.exited;
    assert.match(doctor.stdout, /is healthy|-- 1\. /, doctor.stderr);
    assert.not.match(doctor.stdout, /\[(migrations|code|objects)\]/);
  } finally {
    await db.drop();
  }
}

for (const [name, { package_name, version, program, add, run, ignores }] of Object.entries(INSTALLERS)) {
  test(`${name} installs it; it starts, a sign-up gets its mail, and it migrates a given Postgres`, async () => {
    const { folder, why } = await installTools(`${package_name}@${version}`);
    if (folder === undefined) return cannotRun(`an installation by ${name}`, why);
    const path = join(folder, 'node_modules', program);

    const cwd = join(temporary.path, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'my-app', private: true }));
    // Without a lock file, Yarn looks for a project in the parent folders.
    if (name === 'Yarn') writeFileSync(join(cwd, 'yarn.lock'), '');
    const env = { YARN_ENABLE_TELEMETRY: '0', PORT: '0', SVC_INBOX_PORT: '0', SVC_SECURITY_BCRYPT_COST: '4' };
    let said = 'not run';
    let added = false;
    for (let tries = 0; !added && (tries === 0 || (tries < 3 && LOST_CONNECTION.test(said))); tries += 1) {
      const adding = runOutsideRepository(path, add(packPackageOnce().tarball), { cwd, env });
      const code = await adding.exited;
      said = adding.stdout + adding.stderr;
      added = code === 0 || ignores?.test(said) === true;
    }
    assert.ok(added, said);

    await copyStartedFolder(join(cwd, '.postern'));
    const running = runOutsideRepository(path, [...run, 'start'], { cwd, env, group: true });
    try {
      const [, url = ''] = await running.until(/API +(http:\S+)/, 120_000);
      const email = `${name.toLowerCase()}@example.com`;
      assert.is((await postJson(`${url}/signup`, { email, password: 'correct horse battery' })).status, 200);
      assert.match((await messageTo(running, email)).code, /^\d{6}$/);
    } finally {
      // Sends SIGINT to the process group, as Ctrl-C in a terminal does.
      process.kill(-running.pid, 'SIGINT');
      await running.exited;
    }
    assert.match(running.stdout, /Stopping\.\n/);
    assert.not(existsSync(join(cwd, '.postern', 'data', 'postmaster.pid')));
    await migrateExistingServer((command, given) =>
      runOutsideRepository(path, [...run, command], { cwd, env: { ...env, ...given } }),
    );
  });
}

test.run();
