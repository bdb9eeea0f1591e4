// Writes sdk/generated after an install. Plain JavaScript, because a Node that cannot run TypeScript may run it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { execPath, platform, versions } from 'node:process';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('./', import.meta.url));
const installed = fileURLToPath(
  new URL(`../node_modules/.bin/${platform === 'win32' ? 'node.cmd' : 'node'}`, import.meta.url),
);
const [major, minor] = versions.node.split('.').map(Number);
const program = major > 22 || (major === 22 && minor >= 18) ? execPath : existsSync(installed) ? installed : undefined;
if (program) {
  const { status, error } = spawnSync(program, [`${home}generator/main.ts`], {
    stdio: 'inherit',
    shell: program.endsWith('.cmd'),
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
} else {
  // A server-only install on an older Node, without development packages, does not need the client.
  console.error('sdk/generated is not written: that takes Node 22.18 or newer. Later: npm run generate -w sdk');
}
