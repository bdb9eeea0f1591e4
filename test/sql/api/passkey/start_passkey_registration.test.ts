// start_passkey_registration: the options for the authenticator.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface } from '../../../support/database/surface.ts';
import {
  ANONYMOUS,
  ENDED,
  ENOUGH,
  KEY_KINDS,
  NEEDS_AAL2,
  raiseSession,
  registered,
  site,
  withSecondFactor,
} from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('requests a discoverable passkey, and excludes authenticators with one', async () => {
  await registered(surface, await confirmed(surface)); // another user's is not revealed
  const person = await confirmed(surface);
  const { credential_id } = await registered(surface, person);
  const answer = await surface.call('start_passkey_registration', { claims: person.claims, settings: site() });
  const [row] = await surface.rows('auth.passkey_challenges', `t.user_id = '${person.id}'`);
  const challenge = (row as { challenge: Buffer }).challenge.toString('base64url');
  assert.equal(answer, {
    challenge_id: row?.id,
    expires_at: Date.parse(surface.now()) / 1000 + 300,
    options: {
      challenge,
      rp: { id: 'example.com', name: 'The app' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.email },
      pubKeyCredParams: KEY_KINDS.map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [
        { type: 'public-key', id: Buffer.from(credential_id, 'hex').toString('base64url'), transports: ['usb'] },
      ],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    },
  });
  const nameless = { claims: person.claims, settings: site({ webauthn_rp_display_name: '' }) };
  const { options } = await surface.call('start_passkey_registration', nameless);
  assert.equal((options as { rp: object }).rp, { id: 'example.com', name: 'example.com' });
});

test('rejects a user at the limit', async () => {
  const person = await confirmed(surface);
  await registered(surface, person);
  const settings = site({ passkey_max_passkeys_per_user: 1 });
  await surface.refused('start_passkey_registration', { claims: person.claims, settings }, ENOUGH);
});

test('rejects an anonymous user, and an ended session', async () => {
  const anonymous = await confirmed(surface);
  await surface.db.sql`update auth.users set is_anonymous = true where id = ${anonymous.id}`;
  const ended = await confirmed(surface);
  await surface.call('sign_out', { claims: ended.claims, scope: 'local', settings: site(), client });
  for (const [{ claims }, refused] of [
    [anonymous, ANONYMOUS],
    [ended, ENDED],
  ] as const)
    await surface.refused('start_passkey_registration', { claims, settings: site() }, refused);
});

test('a user with a second factor needs aal2', async () => {
  const person = await confirmed(surface);
  await withSecondFactor(surface, person);
  const args = { claims: person.claims, settings: site() };
  await surface.refused('start_passkey_registration', args, NEEDS_AAL2);
  const claims = await raiseSession(surface, person);
  await surface.refused('start_passkey_registration', args, NEEDS_AAL2);
  assert.is((await surface.call('start_passkey_registration', { ...args, claims })).refused, undefined);
});

test.run();
