// GET /admin/doctor: the checks that the auditor may run, their findings, their limits, and the rights that the route
// needs.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../core/database/names.ts';
import { FINDING_CODES } from '../../core/doctor/finding.ts';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import { createCluster } from '../support/database/cluster.ts';
import { createDatabase } from '../support/database/db.ts';
import { type Answer, bearer, confirmedUser, startStack } from '../support/processes/stack.ts';

const ENV = { SVC_JWT_SUPPORT_ROLES: 'helper', SVC_JWT_AUDITOR_ROLES: 'viewer' };
// Uses its own Postgres server, because the test changes roles, and roles belong to the server.
const server = await createCluster();
const stack = await startStack({ env: ENV, db: await createDatabase({ server }) });
const { sql } = stack.db;
const { role } = createNames(stack.settings.db_namespace, stack.settings.role_prefix);
test.after(async () => {
  await stack.close();
  await server.stop();
});

interface Finding {
  check: string;
  finding: string;
  sql: string[];
  advice: string | null;
}
interface DoctorReport {
  at: string;
  ms: number;
  findings: Finding[];
  checks: { check: string; outcome: string }[];
  command_line: { check: string; title: string; why: string }[];
}

/** Requests the report from a new gateway, which has no cached report of an earlier test. */
async function requestDoctorReport(env: Record<string, string> = {}, who = SERVICE): Promise<DoctorReport> {
  const node = await stack.another({ ...ENV, ...env });
  const answer = await node.get('/admin/doctor', who);
  assert.is(answer.status, 200, answer.text);
  await node.close();
  return answer.body as unknown as DoctorReport;
}

test('a sound installation has no finding; the checks of the command line are named', async () => {
  const { findings, checks, command_line } = await requestDoctorReport();
  assert.equal(findings, []);
  assert.equal(
    checks.filter(({ outcome }) => outcome !== 'good'),
    [],
  );
  const named = new Set([...checks, ...command_line].map(({ check }) => check));
  // Codes of findings that belong to a check with another name.
  const within = [
    'logins',
    'definers',
    'domains',
    'columns',
    'indexes',
    'rules',
    'policies',
    'dependants',
    'search_path',
    'views',
    'comments',
  ];
  assert.equal([...named, ...within].sort(), [...FINDING_CODES].sort(), 'no check is forgotten');
});

test('findings say what to do: statements, or advice', async () => {
  await sql.unsafe(`alter role ${role.gateway} set work_mem = '1MB'`);
  await sql.unsafe(`alter role ${role.admin} createdb`);
  await sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (gen_random_uuid(), 'https://example.com/x', '{user.banned}', '{x}', now(), now())`;
  await sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, last_error, created_at, finished_at)
    select gen_random_uuid(), w.id, gen_random_uuid(), 'user.banned', '{}', pg_current_xact_id(), 'failed', 'answered 500', now(), now() from auth.webhooks as w`;
  const hook = {
    SVC_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: 'true',
    SVC_HOOK_CUSTOM_ACCESS_TOKEN_URI: 'pg-functions://postgres/app/nothing',
  };
  const { findings } = await requestDoctorReport({ ...hook, SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '0' });
  assert.equal(
    findings.map(({ check }) => check),
    ['settings', 'roles', 'role_settings', 'hooks', 'webhooks'],
  );
  const of = (check: string): Finding => findings.find((one) => one.check === check) as Finding;
  assert.match(of('roles').finding, /has the attribute createdb/);
  assert.equal(of('role_settings').sql, [`alter role ${role.gateway} reset work_mem`]);
  assert.match(of('webhooks').finding, 'answered 500');
  for (const { sql: statements, advice } of findings) assert.ok(statements.length > 0 || advice !== null);
  for (const one of [of('roles'), of('role_settings')]) for (const text of one.sql) await sql.unsafe(text);
  await sql`delete from auth.webhooks`;
  assert.equal((await requestDoctorReport()).findings, []);
});

test('a check that waits for a lock is late, and the others finish', async () => {
  const answer = await sql.begin(async (transaction) => {
    await transaction`lock table auth.webhook_events in access exclusive mode`;
    return requestDoctorReport();
  });
  const { checks } = answer as DoctorReport;
  assert.equal(
    checks.filter(({ outcome }) => outcome !== 'good').map(({ check, outcome }) => [check, outcome]),
    [['webhooks', 'late']],
  );
});

test('callers share a run', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => stack.get('/admin/doctor', SERVICE)));
  assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
  assert.is(new Set(answers.map(({ body }) => body.at)).size, 1);
});

test('rights: read is enough, and a user has none', async () => {
  const code = ({ status, body }: Answer): unknown => (status === 200 ? 200 : body.error_code);
  const ask = async (who: Record<string, string>): Promise<unknown> => code(await stack.get('/admin/doctor', who));
  assert.is(await ask(bearer(signToken({ role: 'helper' }))), 200);
  assert.is(await ask(bearer(signToken({ role: 'viewer' }))), 200);
  assert.is(await ask(bearer((await confirmedUser(stack)).access_token)), 'not_admin');
  assert.is(await ask({}), 'no_authorization');
  const off = await stack.another({ DATABASE_URL_AUDITOR: '', DATABASE_URL: '' });
  assert.is(code(await off.get('/admin/doctor', SERVICE)), 'feature_disabled');
});

test.run();
