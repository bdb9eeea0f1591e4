// Tests of count_password_attempt.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const hooks = { password_verification_attempt: { schema: 'app', function: 'says_yes' } };
const HOOKED = settings({ hooks, security_max_password_failures: 2 });
const TOO_MANY: ExpectedError = [429, 'over_request_rate_limit', 'Request rate limit reached'];
const take = (args: CallArguments) => sql_api.call('count_password_attempt', { settings: HOOKED, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('count_password_attempt', { settings: HOOKED, ...args }, expected, changes);
const failures = async () =>
  (await sql_api.db.sql<{ failures: number }[]>`select failures from auth.attempts where failures > 0`).map(
    (row) => row.failures,
  );

test.before(async () => {
  await sql_api.db.sql.unsafe(`
    create schema app;
    grant usage on schema app to auth_hooks;
    create function app.says_yes(event jsonb) returns jsonb language sql as $$ select '{"decision": "continue"}'::jsonb $$;
    grant execute on function app.says_yes to auth_hooks`);
});
test.before.each(async () => {
  await sql_api.db.sql`delete from auth.attempts`;
});

test('rejects the requests that a sign-in rejects before it reads an account, and counts nothing', async () => {
  await refused({ email: 'a@example.com', phone: '12' }, [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on login.',
  ]);
  await refused({}, [400, 'validation_failed', 'missing email or phone']);
  await refused({ phone: '12' }, [422, 'phone_provider_disabled', 'Phone logins are disabled']);
  const off = settings({ hooks, external_email_enabled: false });
  await refused({ email: 'a@example.com', settings: off }, [
    422,
    'email_provider_disabled',
    'Email logins are disabled',
  ]);
});

test('counts each attempt, also for an unknown address, up to the limit; then nothing', async () => {
  const { email } = await createConfirmedPerson(sql_api);
  for (const address of [email, newEmail()]) {
    assert.equal(await sql_api.changes(() => take({ email: address })), ['attempts']);
    assert.equal(await take({ email: address.toUpperCase() }), {});
    await refused({ email: address }, TOO_MANY);
  }
  assert.equal(await failures(), [2, 2]);
});

test('the following sign-in does not count again, and the right password resets the count', async () => {
  const person = await createConfirmedPerson(sql_api);
  const signIn = (password: string) =>
    sql_api.call('sign_in_with_password', { email: person.email, password, settings: HOOKED, client });
  await take({ email: person.email });
  assert.equal(await sql_api.changes(() => signIn('wrong')), []);
  assert.equal(await failures(), [1]);
  await take({ email: person.email });
  assert.ok((await signIn(person.password)).claims, 'its own attempt is the last one that is left');
  assert.equal(await failures(), []);
});

test.run();
