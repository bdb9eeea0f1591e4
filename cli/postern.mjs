#!/usr/bin/env node
// The command `postern`. Plain JavaScript, so that an old version of Node can run it and print an error. `npm start`
// installs packages from here and not in a pre script, because npm skips those with ignore-scripts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as module from 'node:module';
import process, { argv, env, execPath, exit, platform, stderr, version } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isSupported, tooOldSentence } from './node_version.mjs';

/** Returns the error for an old version of Node, or null. */
export function tooOld(running) {
  if (isSupported(running)) return null;
  return (
    `${tooOldSentence(running)} In the folder of Postern, "npm start" and "npx postern" ` +
    'bring a Node of their own; elsewhere install a newer one.'
  );
}

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Node that the first `npm start` has installed. Later runs of npm use it. */
const OWN_NODE = at(`node_modules/node/bin/${platform === 'win32' ? 'node.exe' : 'node'}`);

/** Runs this command with another Node and exits with that process' exit code. */
function handOver(node) {
  const child = spawn(node, argv.slice(1), { stdio: 'inherit' });
  // A terminal sends SIGINT to both processes, so this one ignores it. SIGTERM and SIGHUP are forwarded.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal to npm ends the shell between npm and this process, but does not reach this process. The id of the parent
  // process then changes.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGINT'), 500).unref();
  child.on('close', (code) => exit(code ?? 1));
}

/** Marker file: the compile cache contains the modules of imports for this version of Node. */
export const warmed = (cache) => `${cache}/imports-of-${version}`;

/** Returns the error for a copy of the repository inside node_modules, or null. */
function copied(folder) {
  if (!folder.split(/[\\/]/).includes('node_modules')) return null;
  return (
    'This is a copy of the repository, and Node runs no TypeScript below node_modules. Install the package instead: ' +
    '"npm install postern", or the tarball of "npm run package" in a clone.'
  );
}

async function main() {
  const misplaced = copied(at('.'));
  if (misplaced !== null) {
    stderr.write(`${misplaced}\n`);
    exit(1);
  }
  const starts = env.npm_lifecycle_event === 'start';
  if (starts) {
    const { main: install } = await import('./install.mjs');
    const code = await install();
    if (code !== 0) exit(code);
  } else if (!existsSync(at('node_modules/.package-lock.json'))) {
    stderr.write(
      'The packages of Postern are not installed yet: run "npm ci" in its folder, or "npm start", which does it too.\n',
    );
    exit(1);
  }
  const sentence = tooOld(version);
  if (sentence !== null && starts && existsSync(OWN_NODE) && OWN_NODE !== realpathSync(execPath))
    return handOver(OWN_NODE);
  if (sentence !== null) {
    stderr.write(`${sentence}\n`);
    exit(1);
  }
  // Enabled before the first TypeScript module is loaded: the cache halves the start time and avoids loading the type
  // stripper (17 MB). Node's default folder for the cache is in the temporary directory, where other users of the
  // machine could insert code.
  const cache = at('node_modules/.cache/postern');
  const words = argv.slice(2);
  const imports = words.some((word) => word === 'import' || word === 'export');
  const cold = (words.includes('start') && !existsSync(cache)) || (imports && !existsSync(warmed(cache)));
  const { status } = module.enableCompileCache(cache);
  // The processes of `serve --workers` and of a migration use the cache too.
  if (status === module.constants.compileCacheStatus.ENABLED) env.NODE_COMPILE_CACHE = cache;
  // A failure of warm.mjs only costs memory: this process then compiles the modules itself, and reports errors in the
  // code.
  if (cold && status === module.constants.compileCacheStatus.ENABLED)
    spawnSync(execPath, [at('cli/warm.mjs'), imports ? 'import' : 'start'], { stdio: 'ignore' });
  await import('./main.ts');
}

if (argv[1] && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) await main();
