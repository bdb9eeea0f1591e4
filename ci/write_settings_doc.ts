// Writes docs/settings.md. Run it after a change of gateway/settings: node ci/write_settings_doc.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsDocument } from '../gateway/settings/document.ts';

writeFileSync(fileURLToPath(new URL('../docs/settings.md', import.meta.url)), settingsDocument());
