// Fills the compile cache of postern.mjs with the modules of a start or import. Without it, the first start of a new
// clone would need 20 MB more memory for the compiler.
import { writeFileSync } from 'node:fs';
import * as module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { warmed } from './postern.mjs';

const cache = fileURLToPath(new URL('../node_modules/.cache/postern', import.meta.url));
module.enableCompileCache(cache);
const imports = process.argv[2] === 'import';
// Runs a command without side effects, so that the program's modules are loaded.
process.argv.splice(2, Number.POSITIVE_INFINITY, 'version');
if (imports) {
  const parts = ['./commands/import.ts', './commands/export.ts', '../import/gotrue/command.ts', '../import/users.ts'];
  await Promise.all(
    [...parts, '../import/export.ts', './program.ts', '../install/migrate/migrate.ts'].map((part) => import(part)),
  );
  module.flushCompileCache();
  writeFileSync(warmed(cache), '');
} else await Promise.all([import('./commands/start.ts'), import('../worker/main.ts'), import('../gateway/main.ts')]);
await import('./main.ts');
