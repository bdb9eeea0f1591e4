// Writes docs/dependencies.md. Run it after a change of package-lock.json: node tools/write_dependencies.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderDependenciesDocument } from './dependencies.ts';

writeFileSync(fileURLToPath(new URL('../docs/dependencies.md', import.meta.url)), renderDependenciesDocument());
