// Writes docs/settings.md. Run it after a change to core/settings: node tools/write_settings_doc.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsDocument } from '../core/settings/document.ts';

writeFileSync(fileURLToPath(new URL('../docs/settings.md', import.meta.url)), settingsDocument());
