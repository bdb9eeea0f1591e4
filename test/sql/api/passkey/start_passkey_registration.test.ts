// Tests of start_passkey_registration.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';
import {
  ANONYMOUS,
  addSecondFactor,
  COSE_ALGORITHMS,
  NEEDS_AAL2,
  raiseSession,
  registerPasskey,
  relyingParty,
  SESSION_ENDED,
  TOO_MANY_PASSKEYS,
} from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('requests a discoverable passkey, and excludes authenticators with one', async () => {
  await registerPasskey(sql_api, await createConfirmedPerson(sql_api)); // another user's is not revealed
  const person = await createConfirmedPerson(sql_api);
  const { credential_id } = await registerPasskey(sql_api, person);
  const answer = await sql_api.call('start_passkey_registration', { claims: person.claims, settings: relyingParty() });
  const [row] = await sql_api.rows('auth.passkey_challenges', `t.user_id = '${person.id}'`);
  const challenge = (row as { challenge: Buffer }).challenge.toString('base64url');
  assert.equal(answer, {
    challenge_id: row?.id,
    expires_at: Date.parse(sql_api.now()) / 1000 + 300,
    options: {
      challenge,
      rp: { id: 'example.com', name: 'The app' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.email },
      pubKeyCredParams: COSE_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [
        { type: 'public-key', id: Buffer.from(credential_id, 'hex').toString('base64url'), transports: ['usb'] },
      ],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    },
  });
  const nameless = { claims: person.claims, settings: relyingParty({ webauthn_rp_display_name: '' }) };
  const { options } = await sql_api.call('start_passkey_registration', nameless);
  assert.equal((options as { rp: object }).rp, { id: 'example.com', name: 'example.com' });
});

test('rejects a user at the limit', async () => {
  const person = await createConfirmedPerson(sql_api);
  await registerPasskey(sql_api, person);
  const settings = relyingParty({ passkey_max_passkeys_per_user: 1 });
  await sql_api.refused('start_passkey_registration', { claims: person.claims, settings }, TOO_MANY_PASSKEYS);
});

test('rejects an anonymous user, and an ended session', async () => {
  const anonymous = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set is_anonymous = true where id = ${anonymous.id}`;
  const ended = await createConfirmedPerson(sql_api);
  await sql_api.call('sign_out', { claims: ended.claims, scope: 'local', settings: relyingParty(), client });
  for (const [{ claims }, refused] of [
    [anonymous, ANONYMOUS],
    [ended, SESSION_ENDED],
  ] as const)
    await sql_api.refused('start_passkey_registration', { claims, settings: relyingParty() }, refused);
});

test('a user with a second factor needs aal2', async () => {
  const person = await createConfirmedPerson(sql_api);
  await addSecondFactor(sql_api, person);
  const args = { claims: person.claims, settings: relyingParty() };
  await sql_api.refused('start_passkey_registration', args, NEEDS_AAL2);
  const claims = await raiseSession(sql_api, person);
  await sql_api.refused('start_passkey_registration', args, NEEDS_AAL2);
  assert.is((await sql_api.call('start_passkey_registration', { ...args, claims })).refused, undefined);
});

test.run();
