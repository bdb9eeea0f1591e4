#!/usr/bin/env node
// The command `postern`: one sentence where Node is too old to run the TypeScript of main.ts. Plain JavaScript, so that it can.
// `npm start` installs what is missing from here, and not in a script before it: npm leaves those out for who has ignore-scripts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as module from 'node:module';
import process, { argv, env, execPath, exit, platform, stderr, version } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isSupported, tooOldSentence } from './node_version.mjs';

/** What to tell whoever runs us on this Node; null where it is new enough. */
export function tooOld(running) {
  if (isSupported(running)) return null;
  return (
    `${tooOldSentence(running)} In the folder of Postern, "npm start" and "npx postern" ` +
    'bring a Node of their own; elsewhere install a newer one.'
  );
}

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The Node that the first `npm start` has just brought; later ones are run by it. */
const OWN_NODE = at(`node_modules/node/bin/${platform === 'win32' ? 'node.exe' : 'node'}`);

/** Runs this command by another Node, and ends as it does. */
function handOver(node) {
  const child = spawn(node, argv.slice(1), { stdio: 'inherit' });
  // A terminal tells both; who stops this process means the other.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal to npm ends the shell between npm and us, and is not passed on: we see that our parent is another one.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGINT'), 500).unref();
  child.on('close', (code) => exit(code ?? 1));
}

/** The file that says that imports are compiled, for this Node. */
export const warmed = (cache) => `${cache}/imports-of-${version}`;

async function main() {
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
  // Before the first TypeScript: it halves the time of a start, and the compiler that would strip the types is never loaded (17 MB).
  // Not the default folder in the temporary directory, where other users of the machine could put code for us to run.
  const cache = at('node_modules/.cache/postern');
  const imports = argv.slice(2).some((word) => word === 'import' || word === 'export');
  const cold = (starts && !existsSync(cache)) || (imports && !existsSync(warmed(cache)));
  const { status } = module.enableCompileCache(cache);
  // The processes of `serve --workers` and of a migration read it too, from their first module on.
  if (status === module.constants.compileCacheStatus.ENABLED) env.NODE_COMPILE_CACHE = cache;
  // Nothing depends on it but memory: where it fails, this process compiles for itself and says what is wrong.
  if (cold && status === module.constants.compileCacheStatus.ENABLED)
    spawnSync(execPath, [at('cli/warm.mjs'), imports ? 'import' : 'start'], { stdio: 'ignore' });
  await import('./main.ts');
}

if (argv[1] && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) await main();
