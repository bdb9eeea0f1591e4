// Writes the security tables of docs/ from tools/evidence: node tools/write_evidence.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderTable } from './evidence/document.ts';
import { FAULTS_PAGE, renderFaults } from './evidence/faults.ts';
import { TABLES } from './evidence/tables.ts';

for (const table of TABLES) {
  writeFileSync(fileURLToPath(new URL(`../${table.file}`, import.meta.url)), renderTable(table));
}
writeFileSync(fileURLToPath(new URL(`../${FAULTS_PAGE}`, import.meta.url)), renderFaults());
