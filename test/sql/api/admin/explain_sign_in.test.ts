// explain_sign_in: its first failing check is the answer of a real sign-in with the right password, in every state of an account.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, type Args, client, newEmail, openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { sql } = surface.db;
const password = 'correct horse battery';

/** Properties of an account and of the settings, each of which may be present or not. */
const STATES = [
  'known',
  'has_password',
  'banned',
  'confirmed',
  'locked',
  'enabled',
  'other_audience',
  'external',
] as const;
type States = Readonly<Record<(typeof STATES)[number], boolean>>;

let phones = 0;

async function account(kind: 'email' | 'phone', states: States): Promise<string> {
  const address = kind === 'email' ? newEmail() : `4915112${String(++phones).padStart(6, '0')}`;
  if (states.known) {
    const { id } = await surface.call('create_user', {
      claims: ADMIN,
      [kind]: address,
      password,
      [`${kind}_confirm`]: states.confirmed,
      aud: states.other_audience ? 'elsewhere' : 'authenticated',
      settings: settings(),
      client,
    });
    const user = String(id);
    if (!states.has_password) await sql`delete from auth.passwords where user_id = ${user}`;
    if (!states.has_password) await sql`delete from auth.pending_passwords where user_id = ${user}`;
    if (states.banned)
      await sql`update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id = ${user}`;
    // The user is found by an external identity: the address is not the primary one.
    if (states.external && kind === 'email') await sql`update auth.users set email = 'x' || email where id = ${user}`;
  }
  if (states.locked) {
    await sql`insert into auth.attempts (digest, failures, failing_since, unknown, touched_at)
      values (auth_lib.attempt_digest('password', auth_lib.password_holder(${kind}, ${address})), 100, auth_lib.clock(), ${!states.known}, auth_lib.clock())`;
  }
  return address;
}

interface Check {
  rule: string;
  ok: boolean;
  name: string | null;
  code: string | null;
}

test('every combination of states: the first failing check is what a sign-in answers', async () => {
  const seen = new Set<string>();
  for (const kind of ['email', 'phone'] as const) {
    for (let bits = 0; bits < 2 ** STATES.length; bits++) {
      const states = Object.fromEntries(STATES.map((name, at) => [name, (bits & (1 << at)) !== 0])) as States;
      // If the account does not exist, its other properties make no difference.
      if (
        !states.known &&
        (states.has_password || states.banned || states.confirmed || states.other_audience || states.external)
      )
        continue;
      const address = await account(kind, states);
      const own = settings({ external_email_enabled: states.enabled, external_phone_enabled: states.enabled });
      const { checks, user_id } = await surface.call('explain_sign_in', { claims: ADMIN, address, settings: own });
      const first = (checks as Check[]).find(({ ok }) => !ok);
      const answer: Answer = await surface.call('sign_in_with_password', {
        [kind]: address,
        password,
        settings: own,
        client,
      });
      const told = answer.refused as { code: string; message: string } | undefined;
      const what = `${kind} ${JSON.stringify(states)}`;
      assert.is(first?.code ?? null, told?.code ?? null, what);
      assert.is(user_id !== null, states.known, what);
      seen.add(first?.name ?? 'ok');
    }
  }
  assert.equal([...seen].sort(), [
    'banned_at_login',
    'email_logins_disabled',
    'email_not_confirmed',
    'invalid_credentials',
    'ok',
    'phone_logins_disabled',
    'phone_not_confirmed',
    'too_many_attempts',
  ]);
});

test('lists the checks after the first error too, whether a hook decides, and a suppressed address', async () => {
  const states: Args = Object.fromEntries(
    STATES.map((name) => [name, ['known', 'enabled', 'banned', 'has_password'].includes(name)]),
  );
  const email = await account('email', states as unknown as States);
  await sql`insert into auth.suppressions (address, reason, created_at) values (${email}, 'bounced', now())`;
  const hooks = { password_verification_attempt: { uri: 'x' } };
  const shown = await surface.call('explain_sign_in', {
    claims: ADMIN,
    address: email.toUpperCase(),
    settings: settings({ hooks }),
  });
  assert.equal(
    (shown.checks as Check[]).map(({ rule, name }) => [rule, name]),
    [
      ['check_login_address', null],
      ['check_failures', null],
      ['password_user', null],
      ['stored_hash', null],
      ['check_password_account', 'banned_at_login'],
      ['check_password_account', 'email_not_confirmed'],
    ],
  );
  assert.equal([shown.address, shown.hooked, shown.suppressed], [email, true, 'bounced']);
});

test.run();
