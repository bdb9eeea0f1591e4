// Compiles what a start loads, for the cache that postern.mjs reads, and ends: the first start of a fresh clone would otherwise
// hold the compiler for as long as it runs (20 MB).
import * as module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/postern', import.meta.url)));
await Promise.all([import('./commands/start.ts'), import('../worker/main.ts'), import('../gateway/main.ts')]);
// The way into the program, by a command that does nothing.
process.argv.splice(2, Number.POSITIVE_INFINITY, 'version');
await import('./main.ts');
