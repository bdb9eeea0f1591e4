// Path of the folder sql/.
import { fileURLToPath } from 'node:url';

export const SQL_DIR = fileURLToPath(new URL('../../sql', import.meta.url));
