// Writes docs/errors.md. Run it after a change of sql/errors.sql or gateway/http/errors.ts: node ci/write_errors_doc.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorsDocument } from './errors_document.ts';

writeFileSync(fileURLToPath(new URL('../docs/errors.md', import.meta.url)), errorsDocument());
