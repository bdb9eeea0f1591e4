// After all flows have run, no password, code, link, token or key is in any table, in a Postgres log of every
// statement, in the gateway's and worker's logs at the lowest level, or in pg_stat_statements.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, type TestCluster } from '../support/database/cluster.ts';
import { makeTemplate } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { type CanaryRun, dumpTables, readServerLog, readStatistics, runFlows, VERBOSE_LOGGING } from './canary_run.ts';
import { encodedForms, findSecrets } from './scanner.ts';

let server: TestCluster;
let run: CanaryRun;
test.before(async () => {
  server = await createCluster({ settings: VERBOSE_LOGGING, template: makeTemplate });
  run = await runFlows(server);
});
test.after(async () => {
  await run?.close();
  await server?.stop();
});

test('the run has used every kind of secret', () => {
  const kinds = new Set([...run.secrets.values()].map((kind) => kind.replace(/^request \S+ /, '')));
  for (const kind of [
    'password',
    'token',
    'token_hash',
    'auth_code',
    'code_verifier',
    'refresh_token',
    'response access_token',
    'response refresh_token',
    'Location access_token',
    'Location refresh_token',
    'Authorization',
    'mailed link',
    'mailed code',
    'code sub-key',
    'link quoted by the mail server',
    'client secret of a custom provider',
    'provider_token',
    'provider_refresh_token',
    'verifier towards a provider',
    'id token',
  ]) {
    assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].join(', ')}`);
  }
  assert.ok(run.secrets.size > 60, `${run.secrets.size} secrets`);
});

test('no table holds a secret', async () => {
  const text = await dumpTables(run.stack);
  assert.ok(text.length > 20_000 && text.includes('$2a$04$'), `${text.length} characters`);
  assert.equal(findSecrets('tables', text, run.secrets), []);
});

test('the server’s log contains no secret although it logs every statement', () => {
  const text = readServerLog(run.stack);
  assert.match(text, /auth_gateway@.*duration: .*auth_api\.sign_in_with_password/);
  assert.match(text, /auth_worker@.*duration: .*lease_message/);
  assert.match(text, /ERROR: {2}refused by the application/);
  assert.equal(findSecrets('server log', text, run.secrets), []);
});

test('the logs of gateway and worker contain no secret', () => {
  const text = run.stack.log();
  assert.ok(text.split('\n').length > 40, `${text.split('\n').length} lines`);
  assert.match(text, /message not sent/);
  assert.equal(findSecrets('logs', text, run.secrets), []);
});

test('pg_stat_statements and pg_stat_activity contain no secret', async () => {
  const text = await readStatistics(run.stack);
  if (text === null) return cannotRun('secrets in pg_stat_statements', 'the server has no such extension');
  assert.match(text, /auth_api\.sign_up/);
  assert.equal(findSecrets('pg_stat_statements', text, run.secrets), []);
});

test('the scan finds a secret planted in a table, the log, a statement or an encoding', async () => {
  const { sql } = run.stack.db;
  const secrets = [...run.secrets]
    .filter(([, kind]) => kind.endsWith(' password') || kind === 'mailed link')
    .slice(0, 2);
  for (const [secret, kind] of secrets) {
    const one = new Map([[secret, kind]]);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const planted = [
      secret,
      `x${secret}y`,
      base64(secret),
      base64(`{"p":"${secret}"}`),
      base64(`ab${secret}`).replaceAll('+', '-').replaceAll('/', '_'),
      Buffer.from(secret).toString('hex'),
      encodeURIComponent(secret),
      JSON.stringify({ a: secret }),
      JSON.stringify(JSON.stringify({ a: secret })),
      `'${secret.replaceAll("'", "''")}'`,
    ];
    for (const text of planted) assert.is(findSecrets('here', `before ${text} after`, one).length, 1, text);
    assert.equal(findSecrets('here', `before ${secret.slice(0, -1)}- after`, one), []);

    await sql`create table if not exists public.planted (kept bytea, text text)`;
    await sql`insert into public.planted values (${Buffer.from(secret)}, '')`;
    assert.is(findSecrets('tables', await dumpTables(run.stack), one).length, 1);
    await sql`drop table public.planted`;
    await sql.unsafe(`select '${secret.replaceAll("'", "''")}'`);
    assert.is(findSecrets('server log', readServerLog(run.stack), one).length, 1, 'the superuser’s own statement');
  }
  assert.ok(encodedForms('0123456789').has('MDEyMzQ1Njc4OQ'));
});

test.run();
