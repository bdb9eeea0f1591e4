// Hooks that send mails and SMS in place of a mail server and an SMS provider, as an HTTP server and as a SQL function.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { createHookSchema, defineHook, functionHookSettings, serverHookSettings } from '../support/database/hooks.ts';
import { roleName } from '../support/database/layout.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const PASSWORD = 'correct horse battery';
const server = await startThirdParty();
const COMMON = { SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMTP_MAX_FREQUENCY: '0', SVC_SMS_MAX_FREQUENCY: '0' };
const stack = await startStack({
  env: { ...COMMON, ...serverHookSettings(server.url, 'send_email', 'send_sms') },
});
const inside = await startStack({ env: { ...COMMON, ...functionHookSettings('send_email', 'send_sms') } });
test.after(async () => {
  await stack.close();
  await inside.close();
  await server.close();
});

interface EmailEvent {
  metadata: { name: string; uuid: string };
  user: { id: string; email: string; new_email?: string };
  email_data: Record<string, string>;
  sms: { otp: string; phone: string };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const events: EmailEvent[] = [];
let answers: { status?: number; body?: unknown }[] = [];
server.behaviour = ({ body }) => {
  events.push(JSON.parse(body) as EmailEvent);
  return { body: {}, headers: JSON_TYPE, ...answers.shift() };
};

/** Waits until `count` events match, and returns the last of these `count` events. */
async function waitForEvent(find: (event: EmailEvent) => boolean, count = 1): Promise<EmailEvent> {
  for (let looks = 0; looks < 600; looks += 1) {
    const found = events.filter(find);
    if (found.length >= count) return found[count - 1] as EmailEvent;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`the hook was not told: ${JSON.stringify(events)}`);
}

async function waitForMessageState(where: string, wanted: string): Promise<Record<string, unknown>> {
  for (let looks = 0; looks < 600; looks += 1) {
    const [row] = await stack.db.sql.unsafe(`select state, last_error, tries from auth.messages where ${where}`);
    if (row?.state === wanted) return { ...row };
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`no message is ${wanted}`);
}

test('the hook gets code and hash of a sign-up, with which the client signs in; no mail is sent', async () => {
  const { auth } = createClient(stack.url);
  const email = newEmail();
  expectData(await auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: 'http://localhost:3000/x' } }));
  const { metadata, user, email_data } = await waitForEvent((event) => event.user.email === email);
  assert.is(metadata.name, 'send-email');
  const { token, token_hash, ...rest } = email_data;
  assert.match(String(token), /^\d{6}$/);
  assert.equal(rest, {
    redirect_to: 'http://localhost:3000/x',
    email_action_type: 'signup',
    site_url: stack.settings.api_external_url,
    token_new: '',
    token_hash_new: '',
    old_email: '',
    old_phone: '',
    provider: '',
    factor_type: '',
  });
  assert.is(sessionOf(await auth.verifyOtp({ type: 'email', token_hash: String(token_hash) })).user.id, user.id);
  await waitForMessageState(`to_address = '${email}'`, 'sent');
  assert.equal(stack.sink.mails.length, 0);
});

test('a change that both addresses confirm is one event, with the names crossed', async () => {
  const { auth } = createClient(stack.url);
  const [email, next] = [newEmail(), newEmail()];
  expectData(await auth.signUp({ email, password: PASSWORD }));
  const first = await waitForEvent((event) => event.user.email === email);
  sessionOf(await auth.verifyOtp({ type: 'email', token_hash: String(first.email_data.token_hash) }));
  expectData(await auth.updateUser({ email: next }));
  const change = await waitForEvent((event) => event.user.new_email === next);
  const { token, token_hash, token_new, token_hash_new, email_action_type } = change.email_data;
  assert.is(email_action_type, 'email_change');
  const skipped = await waitForMessageState(`to_address = '${email}' and kind = 'email_change'`, 'expired');
  assert.match(String(skipped.last_error), /told of it with the mail to the new address/);
  // Confirms with the code of the current address and with the hash of the new address.
  const half = await auth.verifyOtp({ type: 'email_change', email, token: String(token) });
  assert.is(half.error, null);
  const done = await auth.verifyOtp({ type: 'email_change', token_hash: String(token_hash) });
  assert.is(sessionOf(done as never).user.email, next);
  assert.match(String(token_new), /^\d{6}$/);
  assert.ok(token_hash_new && token_hash_new !== token_hash);
  assert.is(events.filter((event) => event.user.new_email === next).length, 1);
});

test('a notification for the owner of a merged account names its address, which the user does not have', async () => {
  const email = newEmail();
  const { id } = (await stack.post('/admin/users', { email, email_confirm: true }, SERVICE)).body as { id: string };
  const [former, settings] = [newEmail(), '{"mailer_notifications_account_merged_enabled": true}'];
  await stack.db.sql`select auth_lib.notify_merge(u, ${[former]}, ${settings}::text::jsonb, '{}')
    from auth.users as u where u.id = ${id}`;
  for (const to of [former, email]) {
    const { user, email_data } = await waitForEvent(({ email_data: data }) => data?.old_email === to);
    assert.equal(
      [user.email, email_data.email_action_type, email_data.merged_email],
      [email, 'account_merged_notification', former],
    );
  }
});

test('an SMS goes to its hook without an SMS gateway', async () => {
  const { auth } = createClient(stack.url);
  const phone = '15550100200';
  expectData(await auth.signInWithOtp({ phone }));
  const { sms, metadata } = await waitForEvent((event) => event.sms?.phone === phone);
  assert.is(metadata.name, 'send-sms');
  assert.is(sessionOf(await auth.verifyOtp({ phone, token: sms.otp, type: 'sms' })).user.phone, phone);
});

test('retries an error with the same code; gives up when the hook rejects, and keeps no secret', async () => {
  answers = [{ status: 500 }];
  const email = newEmail();
  expectData(await createClient(stack.url).auth.signUp({ email, password: PASSWORD }));
  const again = await waitForEvent((event) => event.user.email === email, 2);
  const [first] = events.filter((event) => event.user.email === email);
  assert.equal(again, first);
  assert.is((await waitForMessageState(`to_address = '${email}'`, 'sent')).tries, 2);

  const refused = newEmail();
  let token = '';
  const before = server.behaviour;
  server.behaviour = ({ body }) => {
    token = (JSON.parse(body) as EmailEvent).email_data.token ?? '';
    return { body: { error: { http_code: 422, message: `nobody reads ${token} there` } }, headers: JSON_TYPE };
  };
  expectData(await createClient(stack.url).auth.signUp({ email: refused, password: PASSWORD }));
  const given_up = await waitForMessageState(`to_address = '${refused}'`, 'failed');
  server.behaviour = before;
  assert.is(given_up.last_error, 'nobody reads *** there');
});

test('limits apply before the hook, as before a mail server', async () => {
  const node = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '0' });
  const email = newEmail();
  const { error } = await createClient(node.url).auth.signUp({ email, password: PASSWORD });
  assert.is(error?.code, 'over_email_send_rate_limit');
  assert.equal(
    events.filter((event) => event.user.email === email),
    [],
  );
});

test('a function can send too: an exception fails the attempt, is rolled back, and is retried', async () => {
  await createHookSchema(inside.db);
  await defineHook(
    inside.db,
    'send_email',
    `insert into app.notes values (current_user || ' ' || current_setting('statement_timeout') || ' '
       || (event -> 'email_data' ->> 'token_hash')); return null;`,
  );
  const { auth } = createClient(inside.url);
  const email = newEmail();
  expectData(await auth.signUp({ email, password: PASSWORD }));
  const note = async () => {
    for (let looks = 0; looks < 600; looks += 1) {
      const [row] = await inside.db.sql<{ note: string }[]>`delete from app.notes returning note`;
      if (row) return row.note;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error('the function was not called');
  };
  const [role, timeout, token_hash = ''] = (await note()).split(' ');
  // PgBouncer drops startup options, so behind a pooler the role has the setting (docs/hooks.md).
  assert.equal([role, timeout], [roleName('hooks'), '2s']);
  sessionOf(await auth.verifyOtp({ type: 'email', token_hash }));

  await defineHook(
    inside.db,
    'send_sms',
    `insert into app.notes values ('x'); perform count(*) from auth.passwords; return null;`,
  );
  const phone = '15550100300';
  expectData(await auth.signInWithOtp({ phone }));
  for (let looks = 0; looks < 600; looks += 1) {
    const [row] = await inside.db
      .sql`select last_error from auth.messages where to_address = ${phone} and tries > 0 and state = 'queued'`;
    if (row) {
      assert.is(row.last_error, 'the function of the hook failed (42501)');
      break;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.equal([...(await inside.db.sql`select * from app.notes`)], []);
  await defineHook(inside.db, 'send_sms', `insert into app.notes values (event -> 'sms' ->> 'otp'); return '{}';`);
  const token = await note();
  sessionOf(await auth.verifyOtp({ phone, token, type: 'sms' }));
});

test.run();
