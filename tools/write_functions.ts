// Writes generated/functions.ts of the gateway and the worker. Run it after a change to the parameters of a SQL
// function or to the settings that it reads: node tools/write_functions.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { renderFunctionsFiles } from './sql_settings.ts';

for (const { file, text } of renderFunctionsFiles()) {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
