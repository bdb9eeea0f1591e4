// measure_service returns metrics of queues, sessions and certificates, with bounded cost for a large table.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { api } from '../../../support/database/sql_api.ts';
import { createArguments, newMetadata } from '../sso/saml.ts';

const db = await createDatabase();
test.after(() => db.drop());

interface ServiceMetrics {
  queues: { name: string; jobs: number; age: number }[];
  sessions: number | null;
  certificates: { provider: string; expires: number }[] | null;
}

async function measureService(with_sessions: boolean): Promise<ServiceMetrics> {
  const [row] = await db.sql`select auth_api.measure_service(with_sessions => ${with_sessions}) as measured`;
  return row?.measured;
}

test('counts due jobs by queue, with the age of the oldest; not later and active ones', async () => {
  const queues = ['hooks', 'logouts', 'mail', 'sms', 'webhooks'];
  assert.equal(await measureService(false), {
    queues: queues.map((name) => ({ name, jobs: 0, age: 0 })),
    sessions: null,
    certificates: null,
  });
  for (let made = 0; made < 4; made += 1) await db.sql`select auth_lib.enqueue('mail', '{}')`;
  await db.sql`update auth_queue.job set start_after = now() - interval '90 s' where id = (select min(id::text)::uuid from auth_queue.job)`;
  await db.sql`update auth_queue.job set start_after = now() + interval '1 h' where id = (select max(id::text)::uuid from auth_queue.job)`;
  await db.sql`
    update auth_queue.job set state = 'active', started_on = now() where id = (
      select id from auth_queue.job where start_after <= now() order by start_after desc, id limit 1)`;
  const [mail] = (await measureService(false)).queues.filter(({ name }) => name === 'mail');
  assert.is(mail?.jobs, 2);
  assert.ok((mail?.age ?? 0) >= 90 && (mail?.age ?? 0) < 600);
});

test('ended sessions are not live; samples a large table', async () => {
  await db.sql`
    with people as (
      insert into auth.users (id, aud, role, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', now(), now() from generate_series(1, 3) returning id)
    insert into auth.sessions (user_id, id, amr, created_at, revoked_at, revoked_reason, not_after)
    select p.id, gen_random_uuid(), '[]', now(),
      case n when 1 then now() end, case n when 1 then 'logout' end,
      case n when 2 then now() - interval '1 s' when 3 then now() + interval '1 h' end
    from people as p, generate_series(1, 4) as n`;
  assert.is((await measureService(true)).sessions, 6);
  await db.sql`
    insert into auth.sessions (user_id, id, amr, created_at)
    select (select min(id::text)::uuid from auth.users), gen_random_uuid(), '[]', now() from generate_series(1, 20000)`;
  const [row] =
    await db.sql`select auth_lib.count_live_sessions(now(), 40) as count, auth_lib.count_live_sessions(now(), 1000000) as all`;
  assert.is(Number(row?.all), 20_006);
  assert.ok(Math.abs(Number(row?.count) - 20_006) < 10_000, `${row?.count} is an estimate of 20,006`);
  const [plan] = await db.sql.begin(async (sql) => {
    await sql`set local track_io_timing = off`;
    const before =
      await sql`select pg_stat_get_xact_tuples_returned(relid) as read from pg_stat_user_tables where relname = 'sessions' and schemaname = 'auth'`;
    await sql`select auth_lib.count_live_sessions(now(), 40)`;
    const after =
      await sql`select pg_stat_get_xact_tuples_returned(relid) as read from pg_stat_user_tables where relname = 'sessions' and schemaname = 'auth'`;
    return [{ read: Number(after[0]?.read) - Number(before[0]?.read) }];
  });
  assert.ok((plan?.read ?? 0) < 10_000, `${plan?.read} rows were read`);
});

test('the last certificate of each enabled provider, those that expire first; at most 1,000', async () => {
  const measured = async () => {
    const [row] = await db.sql`
      select auth_api.measure_service(with_sessions => false, with_certificates => true) -> 'certificates' as found`;
    return row?.found as ServiceMetrics['certificates'];
  };
  assert.equal(await measured(), []);
  const made = async (...ends: string[]) => {
    const certificates = ends.map((not_after) => ({ der: 'AAAA', sha256: 'a'.repeat(64), not_after }));
    return String((await api(db.sql, 'create_sso_provider', createArguments({}, newMetadata({ certificates })))).id);
  };
  const late = await made('2035-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z');
  const ended = await made('2020-01-01T00:00:00.000Z');
  const disabled = await made('2030-01-01T00:00:00.000Z');
  await db.sql`update auth.sso_providers set disabled = true where id = ${disabled}`;
  const expected = [
    { provider: `sso:${ended}`, expires: Date.parse('2020-01-01') / 1000 },
    { provider: `sso:${late}`, expires: Date.parse('2040-01-01') / 1000 },
  ];
  assert.equal(await measured(), expected);
  await db.sql`
    insert into auth.sso_providers
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'entity_id', 'https://idp.example.com/' || n))).*
    from auth.sso_providers as p, generate_series(1, 1000) as n where p.id = ${late}`;
  const most = await measured();
  assert.equal([most?.length, most?.[0]], [1_000, expected[0]]);
});

test('a job contains its trace, if the transaction is named by one; nothing else is stored', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const queued = (name: string) =>
    db.sql.begin(async (sql) => {
      await sql`select set_config('application_name', ${name}, true)`;
      const [row] = await sql`select auth_lib.enqueue('mail', '{"message_id": "x"}') as id`;
      const [job] = await sql`select data from auth_queue.job where id = ${row?.id}`;
      return job?.data;
    });
  assert.equal(await queued(`postern ${traceparent}`), { message_id: 'x', traceparent });
  for (const name of [
    'postern fast',
    traceparent,
    `postern ${traceparent}0`.slice(1),
    `postern ${traceparent.replace('4', 'x')}`,
  ])
    assert.equal(await queued(name), { message_id: 'x' });
});

test.run();
