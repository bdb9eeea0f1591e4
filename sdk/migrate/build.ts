// Bundles the command with the parser into dist/, so that npx downloads one small package.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const home = fileURLToPath(new URL('./', import.meta.url));
rmSync(`${home}dist`, { recursive: true, force: true });
await build({
  entryPoints: [`${home}bin.ts`],
  outdir: `${home}dist`,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});
