// Measures whether housekeeping can delete rows as fast as requests create them. Compares the rows per second that
// request_recovery() creates for unknown addresses (over four connections) with the rows per second that the worker
// deletes meanwhile. Also shows the effect of the limit on such rows. Usage: node purge.ts; environment: SECONDS,
// BACKLOG.
import postgres from 'postgres';
import { createLog } from '../core/log.ts';
import { readEnvironment, readSettings } from '../core/settings/reading.ts';
import { createDatabase } from '../test/support/database/db.ts';
import { housekeepingSettings, startHousekeeping } from '../worker/housekeeping.ts';
import { GATEWAY_SETTINGS } from './server/gateway_settings.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);
const BACKLOG = Number(process.env.BACKLOG ?? 200_000);
const WRITERS = 4;

const db = await createDatabase();
const env = { ...GATEWAY_SETTINGS, DATABASE_URL: db.superuser_url };
const { settings } = readSettings(readEnvironment({ env, file: null }));
const worker = postgres(db.url('worker'), { max: 2, onnotice: () => undefined });
const gateway = postgres(db.url('gateway'), { max: WRITERS, onnotice: () => undefined });
const attempts = async (where = 'true'): Promise<number> =>
  Number((await db.sql.unsafe(`select count(*) as n from auth.attempts where ${where}`))[0]?.n);

let asked = 0;
/** Requests recoveries for unknown addresses for a number of seconds. Returns the requests per second. */
async function requestRecoveries(seconds: number, settings: object): Promise<number> {
  const text = JSON.stringify({ sealing_key_id: 1, ...settings });
  const started = performance.now();
  const before = asked;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() - started < seconds * 1000) {
        asked += 1;
        await gateway`select auth_api.request_recovery(email => ${`nobody${asked}@example.com`}, audience => null, link => null,
          settings => ${text}::text::jsonb, client => '{}')`;
      }
    }),
  );
  return ((asked - before) * 1000) / (performance.now() - started);
}

const alone = await requestRecoveries(SECONDS, {});
const each = (await attempts()) / asked;

await db.sql`insert into auth.attempts (digest, unknown, touched_at)
  select sha256(int4send(g)), true, now() - interval '2 days' from generate_series(1, ${BACKLOG}::integer) as g`;
await db.sql`analyze auth.attempts`;
const housekeeping = startHousekeeping({
  sql: worker,
  api: 'auth_api',
  settings: housekeepingSettings(settings),
  log: createLog({ level: 'fatal' }),
  speed: 60,
});
const old = `touched_at < now() - interval '1 day'`;
while ((await attempts(old)) === BACKLOG) await requestRecoveries(0.1, {});
const [started, from] = [performance.now(), await attempts(old)];
let during = 0;
let rounds = 0;
while ((await attempts(old)) > 0) {
  during += await requestRecoveries(0.5, {});
  rounds += 1;
}
const purged = (from * 1000) / (performance.now() - started);
await housekeeping.close();

const cap = 2_000;
await db.sql`delete from auth.attempts`;
const capped = await requestRecoveries(SECONDS, { unknown_address_rows: cap });
await requestRecoveries(SECONDS / 2, { unknown_address_rows: cap });

console.table({
  'requests for unknown addresses, a second': Math.round(alone),
  'rows that they make, a second': Math.round(alone * each),
  'requests while the purge runs, a second': Math.round(during / Math.max(rounds, 1)),
  'rows purged meanwhile, a second': Math.round(purged),
  'purged for each row made': Number((purged / ((during / Math.max(rounds, 1)) * each)).toFixed(1)),
  [`requests at a cap of ${cap} rows, a second`]: Math.round(capped),
  [`rows about unknown addresses at a cap of ${cap}`]: await attempts('unknown'),
});
await worker.end();
await gateway.end();
await db.drop();
