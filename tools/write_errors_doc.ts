// Writes docs/errors.md, gateway/openapi/generated/refusals.ts and docs/api.md. Run it after a change to
// sql/errors.sql, to the errors of a function, to gateway/routes/table.ts or to gateway/http/errors.ts: node
// tools/write_errors_doc.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderErrorsDocument } from './errors_document.ts';
import { REFUSALS_FILE, renderRefusalsFile } from './refusals_file.ts';

writeFileSync(fileURLToPath(new URL('../docs/errors.md', import.meta.url)), renderErrorsDocument());
mkdirSync(new URL('.', REFUSALS_FILE), { recursive: true });
writeFileSync(REFUSALS_FILE, renderRefusalsFile());
// Imported after refusals.ts is written, because the document reads that file on import.
const { renderApiDocument: apiDocument } = await import('./api_document.ts');
writeFileSync(fileURLToPath(new URL('../docs/api.md', import.meta.url)), apiDocument());
