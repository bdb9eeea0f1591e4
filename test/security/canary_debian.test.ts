// runner: when=cli,dev,install,core,gateway,worker,sql

// Runs the search of canary.test.ts on PostgreSQL 15 with a DBA's tools: in a pg_dump of the whole database, and in the
// server log. The server has the default log_parameter_max_length, so only the settings of the login roles protect the
// log.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeTemplate } from '../support/database/db.ts';
import { createDebianCluster, DEBIAN_BIN } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { readServerLog, readStatistics, runFlows, VERBOSE_LOGGING } from './canary_run.ts';
import { findSecrets } from './scanner.ts';

test('dump, log and statistics of PostgreSQL 15 with login roles contain no secret', async () => {
  const program = join(DEBIAN_BIN, 'pg_dump');
  const server = existsSync(program) ? await createDebianCluster(VERBOSE_LOGGING, makeTemplate) : null;
  if (server === null)
    return cannotRun('secrets in a pg_dump', 'the Debian packages of PostgreSQL 15 are not installed');
  try {
    const run = await runFlows(server);
    try {
      const dump = spawnSync(program, [run.stack.db.superuser_url], { encoding: 'utf8', maxBuffer: 2 ** 28 });
      assert.is(dump.status, 0, dump.stderr);
      assert.ok(dump.stdout.includes('COPY auth.users') && dump.stdout.includes('$2a$04$'));
      assert.equal(findSecrets('pg_dump', dump.stdout, run.secrets), []);

      const [setting] = await run.stack.db.sql`show log_parameter_max_length`;
      assert.is(setting?.log_parameter_max_length, '-1', 'the server itself would log every value');
      const log = readServerLog(run.stack);
      assert.match(log, /auth_gateway@.*duration: .*auth_api\.sign_in_with_password/);
      assert.equal(findSecrets('server log', log, run.secrets), []);
      assert.equal(findSecrets('logs', run.stack.log(), run.secrets), []);
      const statements = await readStatistics(run.stack);
      if (statements === null) cannotRun('secrets in pg_stat_statements', 'the server has no such extension');
      else assert.equal(findSecrets('pg_stat_statements', statements, run.secrets), []);
    } finally {
      await run.close();
    }
  } finally {
    await server.stop();
  }
});

test.run();
