// Runs a migration that kills its process at one of its statements. Arguments: URL, namespace, SQL folder, the
// statement (its number, or a pattern for its text), `before` or `during`.

import { parseDatabaseUrl } from '../../core/database/url.ts';
import { migrate } from '../../install/migrate/migrate.ts';

const [url = '', namespace = '', sql_dir = '', which = '0', how = ''] = process.argv.slice(2);
const pattern = /^\d+$/.test(which) ? null : new RegExp(which, 'im');
let sent = 0;
let reached = false;
await migrate({
  target: parseDatabaseUrl(url, {}),
  namespace,
  role_prefix: namespace,
  sql_dir,
  log: () => undefined,
  trace: (statement) => {
    sent += 1;
    if (reached || !(pattern === null ? sent === Number(which) : pattern.test(statement))) return;
    reached = true;
    if (how === 'before') process.kill(process.pid, 'SIGKILL');
    // After 3 ms the server should have received the statement, which may still run.
    else setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3);
  },
});
