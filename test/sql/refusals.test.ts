// Errors that many functions share. Each API function that lists such an error in its comment returns it and writes
// nothing.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refusedByFunction, sqlErrors } from '../../tools/sql_refusals.ts';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
} from '../support/database/sql_api.ts';
import { createProvider } from './api/sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const errors = new Map(sqlErrors().map((error) => [error.name, error]));
const expected = (name: string): ExpectedError => {
  const row = errors.get(name);
  assert.ok(row, name);
  return [row.status, row.code, row.text];
};
const listing = (name: string): string[] =>
  [...refusedByFunction()].flatMap(([called, names]) => (names.includes(name) ? [called] : []));
const seconds = (): number => Date.parse(sql_api.now()) / 1000;

/** Returns claims and settings. The functions need no other arguments here, because they check the caller first. */
const base = (claims: CallArguments, more: CallArguments = {}): CallArguments => ({ claims, settings: settings(more) });

/** Creates a user with an admin role and a session. */
async function createAdministrator(): Promise<SqlPerson> {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  const credentials = { email: person.email, password: person.password, settings: settings(), client };
  return { ...person, ...readSession(await sql_api.call('sign_in_with_password', credentials)) };
}

const ADMINISTRATIVE = listing('not_admin');
/** Invalid claims, derived from valid ones. */
const WRONG: Record<string, (claims: CallArguments) => CallArguments> = {
  token_expired: (claims) => ({ ...claims, exp: seconds() }),
  sub_missing: (claims) => ({ ...claims, sub: '' }),
  sub_not_uuid: (claims) => ({ ...claims, sub: 'x' }),
  caller_not_found: (claims) => ({ ...claims, sub: randomUUID() }),
  session_id_not_uuid: (claims) => ({ ...claims, session_id: 'x' }),
};

for (const [name, wrong] of Object.entries(WRONG)) {
  test(`${name}: every function that checks its caller`, async () => {
    const functions = listing(name);
    assert.ok(functions.length > 12);
    const [user, admin] = [await createConfirmedPerson(sql_api), await createAdministrator()];
    for (const called of functions) {
      const { claims } = ADMINISTRATIVE.includes(called) ? admin : user;
      await sql_api.refused(called, base(wrong(claims)), expected(name));
    }
  });
}

test('banned_caller: every function that checks its caller', async () => {
  const [user, admin] = [await createConfirmedPerson(sql_api), await createAdministrator()];
  await sql_api.db.sql`
    update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id in (${user.id}, ${admin.id})`;
  for (const called of listing('banned_caller')) {
    const { claims } = ADMINISTRATIVE.includes(called) ? admin : user;
    await sql_api.refused(called, base(claims), expected('banned_caller'));
  }
});

test('session_not_found: every function that checks its caller, for a user with strict sessions', async () => {
  const [user, admin] = [await createConfirmedPerson(sql_api), await createAdministrator()];
  for (const called of listing('session_not_found')) {
    if (called === 'finish_provider_flow') continue; // checks only the session that began a link: it is not called with a token
    const { claims } = ADMINISTRATIVE.includes(called) ? admin : user;
    const gone = { ...claims, session_id: randomUUID() };
    await sql_api.refused(called, base(gone, { security_strict_sessions: true }), expected('session_not_found'));
  }
});

test('admin_session_expired: every function for administrators', async () => {
  const { claims } = await createAdministrator();
  await sql_api.advance(11);
  assert.equal(listing('admin_session_expired'), ADMINISTRATIVE);
  for (const called of ADMINISTRATIVE) {
    await sql_api.refused(called, base(claims, { sessions_timebox: 10 }), expected('admin_session_expired'));
  }
});

test('admin_needs_aal2: every function for administrators, in a session without the second factor', async () => {
  const { id, claims } = await createAdministrator();
  await sql_api.db.sql`update auth.users set factor_status = 'verified' where id = ${id}`;
  assert.equal(listing('admin_needs_aal2'), ADMINISTRATIVE);
  for (const called of ADMINISTRATIVE) await sql_api.refused(called, base(claims), expected('admin_needs_aal2'));
  await sql_api.db.sql`update auth.sessions set aal = 'aal2' where user_id = ${id}`;
  await sql_api.refused('get_user_by_id', base(claims), expected('admin_needs_aal2'));
  const proven = base({ ...claims, aal: 'aal2' });
  assert.is((await sql_api.call('get_user_by_id', { ...proven, user_id: id })).id, id);
});

test('factors_of_anonymous: every function of factors', async () => {
  const { claims } = readSession(
    await sql_api.call('sign_up', { settings: settings({ external_anonymous_users_enabled: true }), client }),
  );
  for (const called of listing('factors_of_anonymous')) {
    await sql_api.refused(called, base(claims), expected('factors_of_anonymous'));
  }
});

test('the parameters of PKCE: every function with them', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const challenge = 'a'.repeat(43);
  const pairs: Record<string, [challenge: string, method: string]> = {
    pkce_pair_required: [challenge, ''],
    pkce_length: ['a', 's256'],
    pkce_characters: [`${'a'.repeat(42)}!`, 's256'],
    pkce_method: [challenge, 's512'],
  };
  const own: Record<string, CallArguments> = {
    update_user: { claims },
    start_provider_flow: { provider: 'github' },
    start_identity_link: { claims, provider: 'github' },
    sign_up: { password: 'correct horse battery' },
    start_saml_flow: { domain: 'pkce.example.com' },
  };
  await createProvider(sql_api, { domains: ['pkce.example.com'] });
  const functions = listing('pkce_method');
  assert.is(functions.length, 9);
  for (const called of functions) {
    for (const [name, [code_challenge, code_challenge_method]] of Object.entries(pairs)) {
      const address = called === 'update_user' || called.startsWith('start_') ? {} : { email: 'pkce@example.com' };
      const type = called === 'resend' ? { type: 'signup' } : {};
      const link = { code_challenge, code_challenge_method };
      await sql_api.refused(
        called,
        {
          ...address,
          ...type,
          ...own[called],
          ...link,
          ...(called === 'start_provider_flow' ? {} : { settings: settings() }),
        },
        expected(name),
      );
    }
  }
});

test('magic_link_disabled: /otp with an address requests a magic link', async () => {
  const off = settings({ external_email_magic_link_enabled: false });
  for (const called of listing('magic_link_disabled')) {
    await sql_api.refused(called, { email: 'off@example.com', settings: off }, expected('magic_link_disabled'));
  }
});

test.run();
