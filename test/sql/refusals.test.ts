// Errors that many functions share: each surface function that lists one in its comment returns it, and writes nothing.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refusedByFunction, sqlErrors } from '../../tools/sql_refusals.ts';
import {
  type Args,
  client,
  confirmed,
  type Expected,
  openSurface,
  type Person,
  sessionOf,
  settings,
} from '../support/database/surface.ts';
import { createProvider } from './api/sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const errors = new Map(sqlErrors().map((error) => [error.name, error]));
const expected = (name: string): Expected => {
  const row = errors.get(name);
  assert.ok(row, name);
  return [row.status, row.code, row.text];
};
const listing = (name: string): string[] =>
  [...refusedByFunction()].flatMap(([called, names]) => (names.includes(name) ? [called] : []));
const seconds = (): number => Date.parse(surface.now()) / 1000;

/** Arguments of administrators' functions besides the claims; the caller is checked first. */
const base = (claims: Args, more: Args = {}): Args => ({ claims, settings: settings(more) });

/** Creates a user with an admin role, signed in afterwards. */
async function administrator(): Promise<Person> {
  const person = await confirmed(surface);
  await surface.db.sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  const credentials = { email: person.email, password: person.password, settings: settings(), client };
  return { ...person, ...sessionOf(await surface.call('sign_in_with_password', credentials)) };
}

const ADMINISTRATIVE = listing('not_admin');
/** Invalid callers, derived from valid claims. */
const WRONG: Record<string, (claims: Args) => Args> = {
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
    const [user, admin] = [await confirmed(surface), await administrator()];
    for (const called of functions) {
      const { claims } = ADMINISTRATIVE.includes(called) ? admin : user;
      await surface.refused(called, base(wrong(claims)), expected(name));
    }
  });
}

test('banned_caller: every function that checks its caller', async () => {
  const [user, admin] = [await confirmed(surface), await administrator()];
  await surface.db.sql`
    update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id in (${user.id}, ${admin.id})`;
  for (const called of listing('banned_caller')) {
    const { claims } = ADMINISTRATIVE.includes(called) ? admin : user;
    await surface.refused(called, base(claims), expected('banned_caller'));
  }
});

test('session_not_found: every function that checks its caller, for a user with strict sessions', async () => {
  const [user, admin] = [await confirmed(surface), await administrator()];
  for (const called of listing('session_not_found')) {
    if (called === 'finish_provider_flow') continue; // checks only the session that began a link: it is not called with a token
    const { claims } = ADMINISTRATIVE.includes(called) ? admin : user;
    const gone = { ...claims, session_id: randomUUID() };
    await surface.refused(called, base(gone, { security_strict_sessions: true }), expected('session_not_found'));
  }
});

test('admin_session_expired: every function for administrators', async () => {
  const { claims } = await administrator();
  await surface.advance(11);
  assert.equal(listing('admin_session_expired'), ADMINISTRATIVE);
  for (const called of ADMINISTRATIVE) {
    await surface.refused(called, base(claims, { sessions_timebox: 10 }), expected('admin_session_expired'));
  }
});

test('admin_needs_aal2: every function for administrators, in a session without the second factor', async () => {
  const { id, claims } = await administrator();
  await surface.db.sql`update auth.users set factor_status = 'verified' where id = ${id}`;
  assert.equal(listing('admin_needs_aal2'), ADMINISTRATIVE);
  for (const called of ADMINISTRATIVE) await surface.refused(called, base(claims), expected('admin_needs_aal2'));
  await surface.db.sql`update auth.sessions set aal = 'aal2' where user_id = ${id}`;
  await surface.refused('get_user_by_id', base(claims), expected('admin_needs_aal2'));
  const proven = base({ ...claims, aal: 'aal2' });
  assert.is((await surface.call('get_user_by_id', { ...proven, user_id: id })).id, id);
});

test('factors_of_anonymous: every function of factors', async () => {
  const { claims } = sessionOf(
    await surface.call('sign_up', { settings: settings({ external_anonymous_users_enabled: true }), client }),
  );
  for (const called of listing('factors_of_anonymous')) {
    await surface.refused(called, base(claims), expected('factors_of_anonymous'));
  }
});

test('the parameters of PKCE: every function with them', async () => {
  const { claims } = await confirmed(surface);
  const challenge = 'a'.repeat(43);
  const pairs: Record<string, [challenge: string, method: string]> = {
    pkce_pair_required: [challenge, ''],
    pkce_length: ['a', 's256'],
    pkce_characters: [`${'a'.repeat(42)}!`, 's256'],
    pkce_method: [challenge, 's512'],
  };
  const own: Record<string, Args> = {
    update_user: { claims },
    start_provider_flow: { provider: 'github' },
    start_identity_link: { claims, provider: 'github' },
    sign_up: { password: 'correct horse battery' },
    start_saml_flow: { domain: 'pkce.example.com' },
  };
  await createProvider(surface, { domains: ['pkce.example.com'] });
  const functions = listing('pkce_method');
  assert.is(functions.length, 9);
  for (const called of functions) {
    for (const [name, [code_challenge, code_challenge_method]] of Object.entries(pairs)) {
      const address = called === 'update_user' || called.startsWith('start_') ? {} : { email: 'pkce@example.com' };
      const type = called === 'resend' ? { type: 'signup' } : {};
      const link = { code_challenge, code_challenge_method };
      await surface.refused(
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
    await surface.refused(called, { email: 'off@example.com', settings: off }, expected('magic_link_disabled'));
  }
});

test.run();
