// A GoTrue administrator gave a role to an unconfirmed account. After the import, an attacker signs up with the
// account's address.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../support/clients/client.ts';
import { createGotrueDatabase, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { startStack } from '../support/processes/stack.ts';

const stand = await createGotrueDatabase({ people: 10, files: [] });
test.after(() => stand.db.drop());
const email = 'person5@example.com';

test('a person who only knows the address does not get an imported role', async () => {
  await stand.db
    .sql`update auth.users set role = 'editor', email_confirmed_at = null, phone = null, phone_confirmed_at = null where email = ${email}`;
  await stand.apply();
  await stand.db.letLogIn('auth');
  const stack = await startStack({
    db: { ...stand.db, drop: () => Promise.resolve() },
    env: { SVC_SECURITY_PEPPER: PEPPER, SVC_MAILER_AUTOCONFIRM: 'true' },
    worker: false,
  });
  try {
    const { body } = await stack.post('/signup', { email, password: 'the stranger knows it' });
    const role = body.access_token === undefined ? undefined : claimsOf(String(body.access_token)).role;
    assert.is.not(role, 'editor');
  } finally {
    await stack.close();
  }
});

test.run();
