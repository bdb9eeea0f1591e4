// Runs one migration in a separate process. Arguments: URL, namespace, SQL folder.

import { parseDatabaseUrl } from '../../core/database/url.ts';
import { migrate } from '../../install/migrate/migrate.ts';

const [url = '', namespace = '', sql_dir = ''] = process.argv.slice(2);
const options = { target: parseDatabaseUrl(url, {}), namespace, role_prefix: namespace, log: () => undefined };
const result = await migrate({ ...options, ...(sql_dir === '' ? {} : { sql_dir }) });
console.log(JSON.stringify(result));
