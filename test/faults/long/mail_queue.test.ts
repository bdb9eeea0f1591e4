// runner: timeout=900

// The mail server was down for an hour and 10,000 mails are queued, half of them longer than their codes are valid. The
// hour is simulated by changing timestamps. Afterwards each mail with a valid code is sent once. Mails with an expired
// code are not sent. POSTERN_QUEUED_MAILS sets the number.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newEmail } from '../../support/processes/stack.ts';
import { faultTest } from '../fault_test.ts';
import { startInstallation } from '../programs.ts';
import { PASSWORD } from '../user_simulation.ts';

const MAILS = Number(process.env.POSTERN_QUEUED_MAILS ?? 10_000);

const { db, sink, stack, close } = await startInstallation();
test.after(close);

/** Queues mails as sign-ups do, without passwords: user, token, message and job. */
async function queueMails(from: number, mails: number): Promise<void> {
  await db.sql`
    with made as (
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'queued' || n || '@example.com', now(), now()
      from generate_series(${from}::integer, ${from + mails - 1}::integer) as n returning id, email)
    select count(auth_lib.queue_message(t, 'confirmation', 'mail', m.email, '{"redirect_to": "http://localhost:3000"}'))
    from made as m, lateral auth_lib.issue_token(m.id, 'confirmation', 'signup', m.email, null, true, null,
      '{"sealing_key_id": 7, "mailer_otp_exp": 3600}') as t`;
}

/** Returns the size of the queue in bytes, with indexes. */
const bytes = async (): Promise<number> =>
  Number(
    (
      await db.sql`select pg_total_relation_size('auth.messages') + pg_total_relation_size('auth.one_time_tokens')
        + (select sum(pg_total_relation_size(oid)) from pg_class where relname like 'job%' and relkind = 'r'
           and relnamespace = 'auth_queue'::regnamespace) as n`
    )[0]?.n,
  );
const states = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await db.sql<{ state: string; n: number }[]>`
        select state, count(*)::integer as n from auth.messages where to_address like 'queued%' group by state`
    ).map(({ state, n }) => [state, n]),
  );

faultTest('F-12', `the mail server is down for an hour with ${MAILS} mails queued`, async () => {
  sink.script = (step, _about, cut) => (step === 'connect' ? cut() : undefined);
  const before = await bytes();
  await queueMails(0, MAILS / 2);
  await queueMails(MAILS / 2, MAILS / 2);
  const grown = (await bytes()) - before;
  // The worker's attempts fail while requests succeed.
  const email = newEmail();
  assert.is((await stack.post('/signup', { email, password: PASSWORD })).status, 200);
  for (let tried = 0; tried < 20; await sleep(100)) {
    const [counted] = await db.sql<{ n: number }[]>`select count(*)::integer as n from auth.messages where tries > 0`;
    tried = counted?.n ?? 0;
  }
  assert.is(sink.mails.length, 0);
  // Simulates the hour: the first half of the mails and their codes expire.
  const old = db.sql`select id from auth.messages where substr(to_address, 7, strpos(to_address, '@') - 7)::integer < ${MAILS / 2}
    and to_address like 'queued%'`;
  await db.sql`update auth.one_time_tokens set expires_at = now() - interval '1 second'
    where id in (select token_id from auth.messages where id in (${old}))`;
  await db.sql`update auth.messages set expires_at = now() - interval '1 second' where id in (${old}) and state in ('queued', 'sending')`;
  // Waits for attempts that started while their code was valid.
  for (let sending = 1; sending > 0; await sleep(50)) {
    const [counted] = await db.sql<{ n: number }[]>`
      select count(*)::integer as n from auth.messages where state = 'sending' and id in (${old})`;
    sending = counted?.n ?? 0;
  }
  const started = performance.now();
  sink.script = () => undefined;
  // Makes all jobs due, because the simulated hour exceeds the longest backoff of five minutes.
  for (let open = 1, looks = 1; open > 0; looks += 1, await sleep(500)) {
    await db.sql`update auth_queue.job set start_after = now() where name = 'mail' and state in ('created', 'retry') and start_after > now()`;
    const counted = await states();
    open = (counted.queued ?? 0) + (counted.sending ?? 0);
    assert.ok(looks < 1600, `still open after ${looks} looks: ${JSON.stringify(counted)}`);
  }
  const took = performance.now() - started;
  await sink.waitFor(email);
  const to = sink.mails.map(({ to: [address] }) => String(address));
  const counted = await states();
  console.log(
    `F-12: ${grown} bytes for ${MAILS} mails; ${to.length} mails after ${(took / 1000).toFixed(0)} s, ` +
      `${((to.length * 1000) / took).toFixed(0)} a second; ${JSON.stringify(counted)}`,
  );
  assert.equal(counted, { expired: MAILS / 2, sent: MAILS / 2 });
  assert.is(new Set(to).size, to.length, 'nobody gets a mail twice');
  assert.is(to.length, MAILS / 2 + 1);
  const late = to.filter((address) => /^queued\d/.test(address) && Number(/\d+/.exec(address)?.[0]) < MAILS / 2);
  assert.equal(late, [], 'no dead code leaves');
});

test.run();
