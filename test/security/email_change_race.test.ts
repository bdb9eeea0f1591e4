// Two concurrent changes to different addresses. Token, mail and user must have the same address. Otherwise confirming
// one address would set the other.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { codeOf, ring, type TokenRow } from '../support/database/sql_api.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: false, env: { SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' } });
test.after(() => stack.close());

const { sql } = stack.db;
// Disables the mail spacing, so that both requests proceed as far as possible.
await sql.unsafe(`create or replace function auth_lib.min_message_interval(purpose text, settings jsonb)
  returns double precision language sql immutable as 'select -60::double precision'`);
const put = (path: string, body: object, headers: Record<string, string>) => stack.request('PUT', path, body, headers);

interface ValidToken extends TokenRow {
  address: string;
  to_address: string;
  new_email: string;
}
/**
 * Makes the user's tokens for a new e-mail address valid for an hour, as if their mails had been sent. Returns them
 * with the address of the mail and the user's new address.
 */
const live = (id: string): Promise<ValidToken[]> => sql<ValidToken[]>`
  with t as (
    update auth.one_time_tokens set expires_at = now() + interval '1 hour'
    where user_id = ${id} and kind = 'email_change_new' returning *)
  select t.*, m.to_address, u.new_email from t
  join auth.messages as m on m.token_id = t.id join auth.users as u on u.id = t.user_id`;

test('two concurrent changes of address, 200 rounds: a mail to one’s own mailbox never sets the victim’s address', async () => {
  const credentials = { email: newEmail(), password: 'correct horse battery' };
  const { body } = await stack.post('/admin/users', { ...credentials, email_confirm: true }, SERVICE);
  const session = await stack.post('/token?grant_type=password', credentials);
  const [id, token] = [String(body.id), bearer(session.body.access_token)];
  for (let round = 0; round < 200; round += 1) {
    const [own, victim] = [`own${round}@example.com`, `victim${round}@example.com`];
    const answers = await Promise.all([own, victim].map((email) => put('/user', { email }, token)));
    for (const { status, text } of answers) assert.is(status, 200, text);
    const [row, ...more] = await live(id);
    assert.ok(row && more.length === 0);
    assert.equal(
      [row.address, row.to_address],
      [row.new_email, row.new_email],
      'token, mail and user name one address',
    );
    // The attacker reads each link and code that was sent to the attacker's own mailbox.
    const read = await sql<{ token_id: string }[]>`
      select token_id from auth.messages where user_id = ${id} and to_address = ${own}`;
    assert.ok(read.length === 1);
    const attempts = read.map(({ token_id }) =>
      stack.get(`/verify?type=email_change&token=${ring.sealLink(token_id)}`),
    );
    const typed = { type: 'email_change', email: victim, token: codeOf(row) };
    if (row.address === own) attempts.push(stack.post('/verify', typed));
    await Promise.all(attempts);
    const [after] = await sql`select email from auth.users where id = ${id}`;
    assert.is.not(after?.email, victim);
    if (row.address === own) assert.is(after?.email, own);
  }
});

test.run();
