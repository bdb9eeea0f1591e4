// Writes the generated/functions.ts of gateway and worker. Run it after a change of what an SQL function takes or which settings
// it reads: node tools/write_functions.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { functionsFiles } from './sql_settings.ts';

for (const { file, text } of functionsFiles()) {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
