// Races between account changes: several requests assign one address at once, and deletions run concurrently with other
// requests.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { ring } from '../support/database/sql_api.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: false });
const single = await stack.another({ SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' });
test.after(() => stack.close());

const { sql } = stack.db;
const PASSWORD = 'correct horse battery';
const put = (url: typeof single, path: string, body: object, headers: Record<string, string>) =>
  url.request('PUT', path, body, headers);
const create = async () => {
  const email = newEmail();
  const { body } = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  return { id: String(body.id), email };
};
const faultless = (answers: Answer[]) => {
  for (const { status, text } of answers) assert.ok(status < 500, text);
};

interface Token {
  id: string;
}
/**
 * Makes the user's tokens for a new e-mail address valid for an hour, as if their mails had been sent, and returns
 * them.
 */
const tokens = (id: string): Promise<Token[]> => sql<Token[]>`
  update auth.one_time_tokens set expires_at = now() + interval '1 hour'
  where user_id = ${id} and kind = 'email_change_new' returning *`;

test('administrators change ten users to one address at once: one gets it, nine fail, and every user keeps an address', async () => {
  for (let round = 0; round < 6; round += 1) {
    const users = await Promise.all(Array.from({ length: 10 }, create));
    const email = newEmail();
    const answers = await Promise.all(
      users.map(({ id }) => put(stack, `/admin/users/${id}`, { email, password: 'quite another one' }, SERVICE)),
    );
    const codes = answers.map((answer) => answer.body.error_code ?? answer.status);
    assert.equal([...codes].sort(), [200, ...Array(9).fill('email_exists')]);
    for (const [index, { id, email: before }] of users.entries()) {
      const [row] = await sql`
        select u.email, a.value, i.email as of_identity from auth.users as u
        join auth.addresses as a on a.user_id = u.id join auth.identities as i on i.user_id = u.id where u.id = ${id}`;
      const expected = codes[index] === 200 ? email : before;
      assert.equal(row, { email: expected, value: expected, of_identity: expected });
    }
  }
});

test('an administrator’s change, the user’s confirmation and a sign-up for one address at once leave one owner', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [mover, other] = [await create(), await create()];
    const email = newEmail();
    const session = await stack.post('/token?grant_type=password', { email: mover.email, password: PASSWORD });
    await put(single, '/user', { email }, bearer(session.body.access_token));
    const [row] = (await tokens(mover.id)) as [Token];
    faultless(
      await Promise.all([
        single.get(`/verify?type=email_change&token=${ring.sealLink(row.id)}`),
        put(stack, `/admin/users/${other.id}`, { email }, SERVICE),
        stack.post('/signup', { email, password: PASSWORD }),
      ]),
    );
    const owners = await sql`select user_id from auth.addresses where value = ${email}`;
    assert.is(owners.length, 1);
    const named = await sql`select id from auth.users where email = ${email}`;
    assert.equal(
      named.map((user) => user.id),
      owners.map((owner) => owner.user_id),
    );
  }
});

test('deletions concurrent with other requests cause no error and leave no data of the user', async () => {
  for (let round = 0; round < 14; round += 1) {
    const email = newEmail();
    const made = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
    const id = String(made.body.id);
    const session = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
    const token = bearer(session.body.access_token);
    const soft = round % 2 === 0;
    faultless(
      await Promise.all([
        stack.request('DELETE', `/admin/users/${id}`, { should_soft_delete: soft }, SERVICE),
        stack.request('DELETE', `/admin/users/${id}`, { should_soft_delete: soft }, SERVICE),
        put(stack, '/user', { password: 'quite another one', email: newEmail() }, token),
        put(stack, `/admin/users/${id}`, { password: 'an administrator’s', ban_duration: '1h' }, SERVICE),
        stack.get('/reauthenticate', token),
        stack.post('/recover', { email }),
        stack.post('/token?grant_type=password', { email, password: PASSWORD }),
        stack.post('/token?grant_type=refresh_token', { refresh_token: session.body.refresh_token }),
        stack.post('/logout', undefined, token),
      ]),
    );
    for (const table of ['sessions', 'passwords', 'identities', 'addresses', 'one_time_tokens', 'messages']) {
      const rows = await sql.unsafe(`select 1 from auth.${table} where user_id = $1`, [id]);
      assert.is(rows.length, 0, `${table}, ${soft ? 'soft' : 'hard'}`);
    }
    assert.is((await sql`select 1 from auth.users where id = ${id}`).length, soft ? 1 : 0);
  }
});

test('the tables accept no second owner of an address or of an identity, even from a faulty function', async () => {
  const [one, other] = [await create(), await create()];
  const constraintOf = (statement: Promise<unknown>) =>
    statement.then(
      () => 'stored',
      (error: { constraint_name?: string }) => error.constraint_name,
    );
  const address = sql`insert into auth.addresses (kind, value, user_id, is_primary, created_at)
    values ('email', ${one.email}, ${other.id}, false, now())`;
  assert.is(await constraintOf(address), 'addresses_pkey');
  const identity = sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select ${other.id}, provider, gen_random_uuid(), subject, identity_data, now(), now()
    from auth.identities where user_id = ${one.id}`;
  assert.is(await constraintOf(identity), 'identities_subject_key');
});

test.run();
