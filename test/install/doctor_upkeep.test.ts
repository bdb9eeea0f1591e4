// runner: when=cli,core/doctor,install,sql

// doctor finds problems that appear over time or that other programs cause. Its statements or its advice solve each
// problem.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { type DoctorFinding, runStatements } from './findings.ts';

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

async function examineDatabase(
  more: Record<string, string> = {},
): Promise<{ code: number; findings: DoctorFinding[]; notes: string[] }> {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentFor(db, more), file: null }));
  const [lines, logged]: [string[], string[]] = [[], []];
  const o = { json: true, print: (line: string) => lines.push(line), log: (line: string) => logged.push(line) };
  const code = await doctorCommand({ settings, ...o });
  if (lines.length === 0) throw new Error(logged.join('\n'));
  return { code, ...(JSON.parse(lines.join('\n')) as { findings: DoctorFinding[]; notes: string[] }) };
}

const USER = '00000000-0000-4000-8000-00000000000a';
const WEBHOOK = '00000000-0000-4000-8000-000000000001';

interface Defect {
  name: string;
  make: string[];
  check: string;
  finding: RegExp;
  advice?: RegExp;
  /** Statements that carry out doctor's advice. If absent, doctor's own statements solve the problem. */
  undo?: string[];
  /** A table that the test locks until doctor has run, so that autovacuum does not solve the problem first. */
  locked?: string;
}

const DAMAGES: Defect[] = [
  {
    name: 'comments that are gone or say something else, of a table, a column and a function',
    make: [
      `comment on table auth.users is 'Anything.'`,
      'comment on column auth.sessions.aal is null',
      'comment on function auth_api.purge_expired is null',
    ],
    check: 'comments',
    finding: /^comments differ from this release: .*function auth_api\.purge_expired|and \d more/,
  },
  {
    name: 'spent codes that nobody purges',
    make: [
      `insert into auth.users (id, aud, role, sign_up_role, created_at, updated_at) values ('${USER}', 'authenticated', 'authenticated', 'authenticated', now(), now())`,
      `insert into auth.consumed_web3_messages (digest, expires_at) values (sha256('x'), now() - interval '3 days')`,
    ],
    check: 'purge',
    finding: /^rows that expired more than two days ago are not deleted: consumed_web3_messages$/,
    advice: /npx postern worker/,
    // The worker calls purge_expired() every minute.
    undo: [`select auth_api.purge_expired(most => 500, settings => '{}')`, 'delete from auth.users'],
  },
  {
    name: 'entries of the audit log that came late and have not come home',
    make: [
      `insert into auth.audit_log_late (id, created_at, actor_id, actor_username, actions)
       values (gen_random_uuid(), now(), gen_random_uuid(), 'ada', '{login}')`,
    ],
    check: 'partitions',
    finding: /^the audit log has rows outside their monthly partitions/,
  },
  {
    name: 'a sequence at its end',
    make: [
      'alter sequence auth.migrations_applied_id_seq maxvalue 200',
      `select setval('auth.migrations_applied_id_seq', 199)`,
    ],
    check: 'sequences',
    finding: /^sequence auth\.migrations_applied_id_seq has 1 number\(s\) left/,
  },
  {
    name: 'a table that has not been frozen for half of all transactions',
    make: [
      `update pg_class set relfrozenxid = ((txid_current() - 1200000000 + 4294967296) % 4294967296)::text::xid where oid = 'auth.tallies'::regclass`,
    ],
    check: 'age',
    finding: /^auth\.tallies has not been frozen for 12000\d{5} transactions/,
    locked: 'auth.tallies',
  },
  {
    name: 'a server of webhooks that fails',
    make: [
      `insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
       values ('${WEBHOOK}', 'https://app.example.com/x', '{user.created}', '{x}', now(), now())`,
      `insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at)
       values (gen_random_uuid(), '${WEBHOOK}', gen_random_uuid(), 'user.created', '{}',
         pg_current_xact_id(), 'queued', 4, 'answered 502', now() - interval '1 hour')`,
    ],
    check: 'webhooks',
    finding: /^1 event\(s\) since \S.* cannot be delivered to webhook 0{8}-\S+ and are retried: answered 502$/,
    advice: /npx postern webhook change/,
    undo: ['delete from auth.webhooks'],
  },
  {
    name: 'a client that takes no logout tokens',
    make: [
      `insert into auth.oauth_logouts (id, client_id, user_id, session_id, state, last_error, created_at, finished_at)
       values (gen_random_uuid(), '${WEBHOOK}', gen_random_uuid(), gen_random_uuid(), 'failed', 'answered 500', now(), now())`,
    ],
    check: 'webhooks',
    finding: /^1 logout token\(s\) since \S.* failed for client 0{8}-\S+: answered 500$/,
    advice: /npx postern oauth client change/,
    undo: ['delete from auth.oauth_logouts'],
  },
  {
    name: 'an import that is half-done',
    make: ['create schema auth_import', `create table auth_import.state as select 'copied' as phase`],
    check: 'import',
    finding: /^an import is not finished \(copied\)/,
    advice: /npx postern import gotrue --apply.*--revert/,
    undo: ['drop schema auth_import cascade'],
  },
];

async function examineWithDefect({ make, locked }: Defect): ReturnType<typeof examineDatabase> {
  return await db.sql.begin(async (holder) => {
    if (locked) await holder.unsafe(`lock table ${locked} in share update exclusive mode`);
    await runStatements(db.sql, make);
    return await examineDatabase();
  });
}

for (const damage of DAMAGES) {
  test(`finds ${damage.name}, and its advice repairs it`, async () => {
    const { code, findings } = await examineWithDefect(damage);
    await runStatements(db.sql, damage.undo ?? findings.flatMap(({ sql }) => sql));
    assert.is(code, 1);
    assert.equal(
      findings.map(({ check }) => check),
      [damage.check],
      JSON.stringify(findings).slice(0, 2_000),
    );
    assert.match(findings[0]?.finding ?? '', damage.finding);
    if (damage.advice) assert.match(findings[0]?.advice ?? '', damage.advice);
    else assert.ok((findings[0]?.sql.length ?? 0) > 0);
    assert.equal((await examineDatabase()).findings, []);
  });
}

test('finds a server that loses acknowledged data in a crash, unless it is marked as disposable', async () => {
  const off = ['fsync', 'full_page_writes'];
  const rows =
    await db.sql`select s.name from pg_settings as s where s.name = any (${off}) and s.setting = 'off' order by 1`;
  // doctor reports nothing, because this database is marked as disposable.
  assert.equal((await examineDatabase()).findings, []);
  await runStatements(db.sql, [
    `alter database ${db.name} set postern.throwaway = 'off'`,
    `alter database ${db.name} set synchronous_commit = 'off'`,
  ]);
  const { code, findings } = await examineDatabase();
  await runStatements(db.sql, [
    `alter database ${db.name} reset postern.throwaway`,
    `alter database ${db.name} reset synchronous_commit`,
  ]);
  assert.is(code, 1);
  assert.equal(
    findings.map(({ check }) => check),
    [...rows.map(({ name }) => `server.${name}`), 'server.synchronous_commit'],
    JSON.stringify(findings).slice(0, 2_000),
  );
  assert.match(
    findings.at(-1)?.finding ?? '',
    /^synchronous_commit is off: a crash can lose the last acknowledged commits/,
  );
  assert.match(findings.at(-1)?.advice ?? '', /^set it to on; its source is: database /);
  assert.equal((await examineDatabase()).findings, []);
});

test('counts hashes of another system, which are no finding', async () => {
  await runStatements(db.sql, [
    `insert into auth.users (id, aud, role, sign_up_role, created_at, updated_at) values ('${USER}', 'authenticated', 'authenticated', 'authenticated', now(), now())`,
    `insert into auth.passwords (user_id, hash, updated_at) values ('${USER}', '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$' || repeat('A', 43), now())`,
  ]);
  const { code, notes } = await examineDatabase();
  await runStatements(db.sql, ['delete from auth.users']);
  assert.is(code, 0);
  assert.match(notes.join('\n'), /^1 password\(s\) are hashes of another system/);
  assert.equal((await examineDatabase()).notes, []);
});

test('notes the policies that read the user alone, once there is an OAuth client', async () => {
  await runStatements(db.sql, [
    'create table public.diary (owner uuid, line text)',
    'alter table public.diary enable row level security',
    'create policy own on public.diary using (owner = auth.uid())',
  ]);
  assert.equal((await examineDatabase()).notes, []);
  await runStatements(db.sql, [
    `insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris, grant_types, created_at, updated_at)
      values ('${USER}', 'manual', 'public', 'none', '{https://a.example/cb}', '{authorization_code}', now(), now())`,
  ]);
  const { code, notes } = await examineDatabase();
  assert.is(code, 0);
  const [, advice = ''] = /To close the table: (.*;)$/.exec(notes.join('\n')) ?? [];
  assert.match(advice, /^create policy own_app_only on (public\.)?diary as restrictive/);
  await runStatements(db.sql, [advice]);
  assert.equal((await examineDatabase()).notes, []);
  await runStatements(db.sql, ['drop table public.diary', 'delete from auth.oauth_clients']);
});

test('reports a Prometheus port used by another program, a missing collector, a replica that does not answer', async () => {
  const server = createServer((request, response) =>
    response.end(request.url === '/metrics' && ours ? 'target_info{service_name="postern"} 1\n' : 'hello'),
  );
  let ours = false;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  const prometheus = {
    SVC_METRICS_ENABLED: 'true',
    SVC_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: port,
  };
  const collector = { SVC_TRACING_ENABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const findingsWith = async (more: Record<string, string>) =>
    (await examineDatabase(more)).findings.map(({ finding }) => finding);
  try {
    assert.match(
      (await findingsWith(prometheus)).join('\n'),
      new RegExp(`^port ${port} for Prometheus is used by another program`),
    );
    ours = true;
    assert.equal(await findingsWith(prometheus), []);
    assert.equal(await findingsWith(collector), []);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  assert.equal(await findingsWith(prometheus), [], 'no member is required');
  assert.match(
    (await findingsWith(collector)).join('\n'),
    /^the collector at 127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/,
  );
  const gone = { DATABASE_URL_REPLICAS: 'postgres://auth_gateway@127.0.0.1:1/x' };
  assert.match((await findingsWith(gone)).join('\n'), /^the standby 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED/);
});

test.run();
