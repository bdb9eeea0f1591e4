// Periodic tasks of the worker run as its database role, process all due rows in batches, and continue after an error.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startHousekeeping } from '../../worker/housekeeping.ts';
import { createDatabase } from '../support/database/db.ts';
import { createMemoryLog, queueMail, waitForState } from '../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
const sql = db.login('worker', 2);
test.after(async () => {
  await sql.end({ timeout: 1 });
  await db.drop();
});

const settings = {
  message_retention: 86_400,
  webhook_retention: 604_800,
  smtp_max_frequency: null,
  sms_max_frequency: 60,
  mfa_phone_max_frequency: 60,
  oauth_server_unused_client_after: 2_592_000,
  saml_relay_state_validity_period: 600,
  mailer_otp_exp: 86_400,
  sms_otp_exp: 60,
  audit_log_retention: 0,
  refusal_retention: 604_800,
  external_flow_state_expiry_duration: 300,
};
const until = async (question: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 120_000; !(await question()); await sleep(20)) {
    if (Date.now() > end) throw new Error('it did not happen');
  }
};

test('expires, purges more than a batch and creates partitions for months, as the worker’s own role', async () => {
  const { log, text } = createMemoryLog();
  const late = await queueMail(db);
  await db.sql`update auth.messages set expires_at = now() - interval '1 second' where id = ${late.message_id}`;
  await db.sql`insert into auth.attempts (digest, touched_at)
    select int4send(g), now() - interval '2 days' from generate_series(1, 30000) as g`;
  const [month] =
    await db.sql`select 'audit_log_' || to_char(now() at time zone 'UTC' + interval '2 months', 'YYYY_MM') as name`;
  await db.sql.unsafe(`drop table if exists auth.${month?.name}`);
  const housekeeping = startHousekeeping({ sql, api: 'auth_api', settings, log, speed: 200 });
  await waitForState(db, late.message_id, ['expired']);
  await until(async () => (await db.sql`select from auth.attempts`).length === 0);
  await until(async () => (await db.sql`select from pg_class where relname = ${month?.name}`).length === 1);
  await housekeeping.close();
  assert.match(text(), /"expired":1,"msg":"messages expired"/);
  assert.match(text(), /"attempts":30000,/, 'all of it in one round');
  assert.not.match(text(), /"level":"error"/);
});

test('counts users and audit entries in blocks', async () => {
  const { log, text } = createMemoryLog();
  await db.sql`
    insert into auth.users (id, aud, role, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', now() - n * interval '1 min', now() from generate_series(2, 602) as n`;
  await db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now() - n * interval '1 min', gen_random_uuid(), gen_random_uuid(), 'ada', '{login}' from generate_series(2, 2102) as n`;
  const housekeeping = startHousekeeping({ sql, api: 'auth_api', settings, log, speed: 200 });
  await until(async () => (await db.sql`select from auth.user_blocks`).length === 1);
  await until(async () => (await db.sql`select from auth.audit_blocks`).length === 1);
  await housekeeping.close();
  assert.not.match(text(), /"level":"error"/);
});

test('logs a failing round, and runs the next one', async () => {
  const { log, text } = createMemoryLog();
  const housekeeping = startHousekeeping({ sql, api: 'auth_api', settings, log, speed: 200 });
  await db.sql`alter table auth.messages rename to away`;
  await until(async () => text().includes('expiring messages failed'));
  await db.sql`alter table auth.away rename to messages`;
  const late = await queueMail(db);
  await db.sql`update auth.messages set expires_at = now() - interval '1 second' where id = ${late.message_id}`;
  await waitForState(db, late.message_id, ['expired']);
  await housekeeping.close();
  assert.not.match(text(), /"stack":.*parameters/);
});

test.run();
