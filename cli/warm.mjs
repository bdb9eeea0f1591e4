// Compiles what a start or an import loads, for the cache that postern.mjs reads, and ends: the first one of a fresh clone would
// otherwise hold the compiler for as long as it runs (20 MB).
import { writeFileSync } from 'node:fs';
import * as module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { warmed } from './postern.mjs';

const cache = fileURLToPath(new URL('../node_modules/.cache/postern', import.meta.url));
module.enableCompileCache(cache);
const imports = process.argv[2] === 'import';
// The way into the program, by a command that does nothing.
process.argv.splice(2, Number.POSITIVE_INFINITY, 'version');
if (imports) {
  const parts = ['./commands/import.ts', './commands/export.ts', '../import/gotrue/work.ts', '../import/users.ts'];
  await Promise.all(
    [...parts, '../import/export.ts', './program.ts', '../install/migrate/migrate.ts'].map((part) => import(part)),
  );
  module.flushCompileCache();
  writeFileSync(warmed(cache), '');
} else await Promise.all([import('./commands/start.ts'), import('../worker/main.ts'), import('../gateway/main.ts')]);
await import('./main.ts');
