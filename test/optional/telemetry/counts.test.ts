// runner: when=sql,gateway,core,worker,optional/telemetry

// Metrics count real events, and are read under their Prometheus names.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LimiterName } from '../../../gateway/routes/row.ts';
import { createPersonWithTotp } from '../../flows/factors/app.ts';
import { LIMITED_REQUESTS, tokenForPath } from '../../security/limited.ts';
import { FEATURES } from '../../security/routes.ts';
import {
  countSignIns,
  METRICS_SETTINGS,
  parseSamples,
  type Sample,
  scrapeMetrics,
} from '../../support/clients/scrape.ts';
import { confirmedUser, newEmail, startStack, type TestGateway } from '../../support/processes/stack.ts';
import { smtpError } from '../../support/providers/mail_server.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';

const PASSWORD = 'correct horse battery';
const CLIENT = 'x-client-key';
const BURST = 30;
const TWILIO = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
};
const stack = await startStack({
  env: {
    ...METRICS_SETTINGS,
    ...FEATURES,
    // Disables the merge hook, because a statement that may call a hook has a shorter time limit.
    SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'false',
    SVC_HOOK_MERGE_USERS_ENABLED: 'false',
    SVC_RATE_LIMIT_HEADER: CLIENT,
    SVC_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER: '30',
    SVC_RATE_LIMIT_SSO: '15',
    SVC_SAML_RATE_LIMIT_ASSERTION: '15',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_SECURITY_HASH_CONCURRENCY: '1',
    SVC_HASH_WAIT: '2',
    SVC_METRICS_SESSIONS_INTERVAL: '1',
  },
});
test.after(() => stack.close());

const read = async (node: Pick<TestGateway, 'telemetry'> = stack): Promise<Sample[]> =>
  parseSamples(await scrapeMetrics(node));
const sum = (all: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  all
    .filter((one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text))
    .reduce((total, { value }) => total + value, 0);

/** Polls until the samples match. Returns the last samples in any case. */
async function pollSamples(
  fits: (all: Sample[]) => boolean,
  node: Pick<TestGateway, 'telemetry'> = stack,
): Promise<Sample[]> {
  let all = await read(node);
  for (let looks = 0; looks < 400 && !fits(all); looks += 1) {
    await sleep(50);
    all = await read(node);
  }
  return all;
}

test('counts each rejection by a limiter at its route, once per request', async () => {
  const before = await read();
  const expected: Record<string, number> = {};
  for (const [at, [method, path, body]] of Object.values(LIMITED_REQUESTS).entries()) {
    const headers = { ...tokenForPath(path), [CLIENT]: `198.51.100.${at + 1}` };
    for (let some = 0; some < 3; some += 1)
      await Promise.all(Array.from({ length: BURST / 3 }, () => stack.request(method, path, body, headers)));
    // The rate limit's bucket refills while the test empties it.
    let status = 0;
    for (let more = 0; more < 200 && status !== 429; more += 1)
      ({ status } = await stack.request(method, path, body, headers));
    assert.is(status, 429, path);
    const route = (path.split('?')[0] ?? '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{factor_id}');
    expected[route] = (expected[route] ?? 0) + 1;
  }
  const after = await read();
  const limited = { error_code: 'over_request_rate_limit' };
  for (const [http_route, times] of Object.entries(expected)) {
    const grew = (name: string, labels: Record<string, string>) =>
      sum(after, name, { ...labels, http_route }) - sum(before, name, { ...labels, http_route });
    assert.is(grew('postern_refusals_total', limited), times, http_route);
    assert.is(grew('http_status_codes_total', { code: '429' }), times, http_route);
  }
  const all = Object.values(expected).reduce((total, times) => total + times, 0);
  assert.is(all, Object.keys(LIMITED_REQUESTS satisfies Record<Exclude<LimiterName, 'scim'>, unknown>).length);
  assert.is(sum(after, 'postern_refusals_total', limited) - sum(before, 'postern_refusals_total', limited), all);
});

test('counts the hourly quota and the spacing of an address by their own code', async () => {
  const used_up = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '0', SVC_SMTP_MAX_FREQUENCY: '60' });
  await used_up.post('/recover', { email: (await confirmedUser(stack)).email });
  const of = { error_code: 'over_email_send_rate_limit', http_route: '/recover' };
  assert.is(sum(await read(used_up), 'postern_refusals_total', of), 1);
  const user = await confirmedUser(stack);
  for (let asked = 0; asked < 2; asked += 1)
    await stack.post('/recover', { email: user.email }, { [CLIENT]: '198.51.100.200' });
  assert.is(sum(await read(), 'postern_refusals_total', of), 1, 'the second, by its pause');
  const phones = await stack.another({ ...TWILIO, SVC_RATE_LIMIT_SMS_SENT: '0' });
  assert.is((await phones.post('/otp', { phone: '4915100000004' })).status, 429);
  const sms = { error_code: 'over_sms_send_rate_limit', http_route: '/otp' };
  assert.is(sum(await read(phones), 'postern_refusals_total', sms), 1);
});

test('counts messages by the outcome of each attempt: sent, rejected, failed, and without a gateway', async () => {
  const outcome = { rejected: newEmail(), failed: newEmail(), cut: newEmail(), sent: newEmail() };
  // Waits until the messages of earlier tests are sent and counted.
  const left = async () => (await stack.db.sql`select from auth.messages where state = 'sent'`).length;
  for (let looks = 0; looks < 1_000; looks += 1) {
    if ((await stack.db.sql`select from auth.messages where finished_at is null`).length === 0) break;
    await sleep(20);
  }
  const gone = await left();
  const before = await pollSamples((all) => sum(all, 'postern_messages_total', { outcome: 'sent' }) === gone);
  stack.sink.script = (step, about, cut) => {
    if (step === 'to' && about === outcome.rejected) throw smtpError(550);
    if (step === 'to' && about === outcome.failed) throw smtpError(451);
    if (step === 'accept' && about === outcome.cut) cut();
  };
  for (const email of Object.values(outcome))
    assert.is((await stack.post('/signup', { email, password: PASSWORD }, { [CLIENT]: '198.51.100.202' })).status, 200);
  // The worker of this stack has no SMS provider.
  const phones = await stack.another(TWILIO);
  assert.is((await phones.post('/otp', { phone: '4915100000005' })).status, 200);
  const of = (channel: string, ended: string) => ({ channel, outcome: ended });
  const grew = (all: Sample[], channel: string, ended: string): number =>
    sum(all, 'postern_messages_total', of(channel, ended)) - sum(before, 'postern_messages_total', of(channel, ended));
  // The duration of an attempt is recorded before its count, which waits until the database has stored the outcome.
  const timed = (all: Sample[], ended: string): boolean =>
    sum(all, 'postern_message_duration_count', of('mail', ended)) ===
    sum(all, 'postern_messages_total', of('mail', ended));
  const ends = ['rejected', 'sent', 'failed', 'unknown'];
  const after = await pollSamples(
    (all) =>
      ends.every((ended) => timed(all, ended)) &&
      grew(all, 'mail', 'rejected') > 0 &&
      grew(all, 'mail', 'failed') > 0 &&
      grew(all, 'mail', 'unknown') > 0 &&
      grew(all, 'mail', 'sent') > 0 &&
      grew(all, 'sms', 'skipped') > 0,
  );
  assert.is(grew(after, 'mail', 'rejected'), 1);
  assert.is(grew(after, 'mail', 'sent'), 1);
  assert.ok(grew(after, 'mail', 'failed') >= 1, 'it is tried again');
  assert.ok(grew(after, 'mail', 'unknown') >= 1, 'it is tried again');
  assert.is(grew(after, 'sms', 'skipped'), 1);
  for (const ended of ends) assert.ok(timed(after, ended), ended);
  stack.sink.script = () => undefined;
});

test('counts an SMS with an unknown outcome as such', async () => {
  const party = await startThirdParty();
  party.behaviour = () => ({ status: 500 });
  const phones = await startStack({ env: { ...METRICS_SETTINGS, ...TWILIO, SVC_SMS_TWILIO_URL: party.url } });
  try {
    assert.is((await phones.post('/otp', { phone: '4915100000006' })).status, 200);
    const unknown = { kind: 'sms', channel: 'sms', outcome: 'unknown' };
    const all = await pollSamples((found) => sum(found, 'postern_messages_total', unknown) > 0, phones);
    assert.ok(sum(all, 'postern_messages_total', unknown) > 0);
    assert.is(sum(all, 'postern_messages_total'), sum(all, 'postern_messages_total', unknown));
  } finally {
    await phones.close();
    await party.close();
  }
});

test('separates the number of due jobs from the age of the oldest', async () => {
  // A queue that no worker polls.
  await stack.db.sql`select auth_queue.create_queue('kept', '{"policy": "standard"}')`;
  for (const seconds of [1_000, 900, 10, -1_000])
    await stack.db
      .sql`insert into auth_queue.job (name, data, start_after) values ('kept', '{}', now() - make_interval(secs => ${seconds}))`;
  const of = { messaging_destination_name: 'kept' };
  const all = await pollSamples((found) => sum(found, 'postern_queue_jobs', of) > 0);
  assert.is(sum(all, 'postern_queue_jobs', of), 3, 'one is not due yet');
  const age = sum(all, 'postern_queue_age', of);
  assert.ok(age >= 1_000 && age < 1_500, `${age}`);
  for (const queue of ['hooks', 'webhooks', 'sms']) {
    const idle = { messaging_destination_name: queue };
    assert.equal([sum(all, 'postern_queue_jobs', idle), sum(all, 'postern_queue_age', idle)], [0, 0], queue);
  }
});

test('live sessions are the rows of the table that have not ended', async () => {
  const gone = await confirmedUser(stack);
  await confirmedUser(stack);
  await stack.post('/logout', {}, { Authorization: `Bearer ${gone.access_token}` });
  const [row] = await stack.db.sql`
    select count(*)::integer as live, (select count(*)::integer from auth.sessions) as all from auth.sessions where revoked_at is null`;
  assert.ok(row?.live > 0 && row?.live < row?.all);
  const all = await pollSamples((found) => sum(found, 'postern_sessions_live') === row?.live);
  assert.is(sum(all, 'postern_sessions_live'), row?.live);
});

test('counts running and waiting hashes and used connections; a wait that is too long is a failed sign-in', async () => {
  const { sql } = stack.db;
  await sql.unsafe(`
    create table public.held as select true as held;
    create function public.stand() returns trigger language plpgsql security definer as $$
    begin while new.email like 'slow%' and (select held from public.held) loop perform pg_sleep(0.02); end loop; return new; end $$;
    create trigger stand after insert on auth.users for each row execute function public.stand()`);
  const before = await read();
  try {
    const signing = Array.from({ length: 4 }, () =>
      stack.post('/signup', { email: `slow.${newEmail()}`, password: PASSWORD }, { [CLIENT]: '198.51.100.201' }),
    );
    const all = await pollSamples((found) => sum(found, 'postern_hash_waiting') === 3);
    const hash = { db_client_connection_pool_name: 'hash' };
    assert.equal(
      ['running', 'waiting', 'places'].map((what) => sum(all, `postern_hash_${what}`)),
      [1, 3, 1],
    );
    assert.is(sum(all, 'db_client_connection_count', { ...hash, db_client_connection_state: 'used' }), 1);
    assert.is(sum(all, 'db_client_connection_count', { ...hash, db_client_connection_state: 'idle' }), 0);
    assert.is(sum(all, 'db_client_connection_max', hash), 1);
    await pollSamples((found) => sum(found, 'postern_hash_waiting') === 0);
    await sql`update public.held set held = false`;
    const statuses = (await Promise.all(signing)).map(({ status }) => status).sort();
    assert.equal(statuses, [200, 503, 503, 503]);
  } finally {
    await sql`update public.held set held = false`;
    await sql`drop trigger stand on auth.users`;
  }
  const after = await read();
  const grew = (name: string, labels: Record<string, string>): number =>
    sum(after, name, labels) - sum(before, name, labels);
  assert.is(grew('postern_hash_wait_duration_count', { outcome: 'refused' }), 3);
  assert.is(grew('postern_hash_wait_duration_count', { outcome: 'served' }), 1);
  assert.is(grew('postern_sign_ins_total', { method: 'sign_up', outcome: 'error' }), 3);
  assert.is(grew('http_status_codes_total', { code: '503', http_route: '/signup' }), 3);
});

test('counts sign-ins by sign-up, PKCE code and second factor, by outcome', async () => {
  const confirming = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  await confirming.post('/signup', { email: newEmail(), password: PASSWORD });
  await confirming.post('/signup', { email: newEmail(), password: '1' });
  assert.equal(await countSignIns(confirming, 'sign_up'), { ok: 1, refused: 1, error: 0 });

  const code_verifier = 'v'.repeat(43);
  const email = newEmail();
  await stack.post('/signup', {
    email,
    password: PASSWORD,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 's256',
  });
  const followed = await stack.get((await stack.mail(email)).path);
  const auth_code = new URL(followed.headers.get('location') ?? '').searchParams.get('code');
  await stack.post('/token?grant_type=pkce', { auth_code, code_verifier });
  const pkce = await countSignIns(stack, 'pkce');
  assert.equal([pkce.ok, pkce.error], [1, 0]);

  const { client, app } = await createPersonWithTotp(stack);
  const { error } = await client.mfa.challengeAndVerify({ factorId: app.factorId, code: '000000' });
  assert.ok(error);
  const factors = await countSignIns(stack, 'second_factor');
  assert.is(factors.ok, 1);
  assert.ok(factors.refused >= 1, 'with those whom the limit has turned away');
});

test.run();
