// Bundles the server with the client library into dist/; the protocol library stays a dependency.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const home = fileURLToPath(new URL('./', import.meta.url));
rmSync(`${home}dist`, { recursive: true, force: true });
await build({
  entryPoints: [`${home}bin.ts`],
  outdir: `${home}dist`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  chunkNames: 'parts/[name]-[hash]',
  logLevel: 'warning',
});
