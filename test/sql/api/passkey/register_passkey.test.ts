// Registering a passkey: what the authenticator is asked for, one answer to each challenge, and how many a user may have.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, type Expected, openSurface, type Person } from '../../../support/surface.ts';
import {
  ANONYMOUS,
  challenged,
  EXPIRED,
  INCOMPLETE,
  NOT_FOUND,
  registered,
  site,
  UNREADABLE,
  verified,
} from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const ENOUGH: Expected = [422, 'too_many_passkeys', 'Maximum number of passkeys reached'];
const take = ({ claims }: Person, args: object) => ({ claims, settings: site(), ...args });
const sent = { id: '00', user_handle: null };

test('the authenticator is asked for a passkey that is found without a name, and never for a second one', async () => {
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
      pubKeyCredParams: [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8].map((alg) => ({ type: 'public-key', alg })),
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

test('a challenge is answered once, by whom it was made for, before its end; a bad answer uses it up', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  for (const [args, refused] of INCOMPLETE)
    await surface.refused('take_passkey_registration', take(person, args), refused);
  const challenge_id = await challenged(surface, person);
  const args = { challenge_id, credential: sent };
  await surface.refused('take_passkey_registration', take(other, args), NOT_FOUND);
  const sign_in = { challenge_id: await challenged(surface), credential: sent };
  await surface.refused('take_passkey_registration', take(person, sign_in), NOT_FOUND);
  const { challenge } = await surface.call('take_passkey_registration', take(person, args));
  assert.is(Buffer.from(String(challenge), 'base64url').length, 32);
  await surface.refused('take_passkey_registration', take(person, args), NOT_FOUND);

  const unreadable = take(person, { challenge_id: await challenged(surface, person), credential: {} });
  await surface.refused('take_passkey_registration', unreadable, UNREADABLE, ['passkey_challenges']);
  await surface.refused('take_passkey_registration', unreadable, NOT_FOUND);

  const late = take(person, { challenge_id: await challenged(surface, person), credential: sent });
  await surface.advance(301);
  await surface.refused('take_passkey_registration', late, EXPIRED, ['passkey_challenges']);
});

test('what was verified is stored, named after what keeps it, and audited; one credential is one passkey', async () => {
  const person = await confirmed(surface);
  const credential = verified({
    aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349',
    sign_count: 4_294_967_295,
    attestation_type: 'packed',
    transports: ['internal', 'hybrid'],
    backup_eligible: true,
    backed_up: true,
  });
  const args = { claims: person.claims, credential, settings: site(), client };
  const answer = await surface.call('finish_passkey_registration', args);
  assert.equal(answer, { id: answer.id, friendly_name: 'Bitwarden', created_at: surface.now() });
  const [row] = await surface.rows('auth.passkeys', `t.id = '${String(answer.id)}'`);
  const bytes = row as Record<'credential_id' | 'public_key', Buffer>;
  assert.equal(
    [row?.user_id, bytes.credential_id.toString('hex'), bytes.public_key.toString('hex')],
    [person.id, credential.id, credential.public_key],
  );
  assert.equal([row?.sign_count, row?.transports, row?.backed_up], ['4294967295', ['internal', 'hybrid'], true]);
  assert.equal(await surface.audited(), {
    actions: ['passkey_created'],
    traits: { passkey_id: answer.id },
    actor_id: person.id,
  });
  const exists: Expected = [422, 'webauthn_credential_exists', 'This credential is already registered'];
  await surface.refused('finish_passkey_registration', args, exists);
  const other = await confirmed(surface);
  await surface.refused('finish_passkey_registration', { ...args, claims: other.claims }, exists);
});

test('the last that a user may have is the last, at the options and after the answer', async () => {
  const person = await confirmed(surface);
  const few = site({ passkey_max_passkeys_per_user: 2 });
  const one = () => ({ claims: person.claims, credential: verified(), settings: few, client });
  for (let count = 0; count < 2; count += 1) await surface.call('finish_passkey_registration', one());
  await surface.refused('finish_passkey_registration', one(), ENOUGH);
  await surface.refused('start_passkey_registration', { claims: person.claims, settings: few }, ENOUGH);
  const parallel = await confirmed(surface);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      surface.call('finish_passkey_registration', { ...one(), claims: parallel.claims }),
    ),
  );
  assert.is(answers.filter(({ refused }) => refused === undefined).length, 2);
});

test('V12: an anonymous user registers none, nor does a session that has ended', async () => {
  const anonymous = await confirmed(surface);
  await surface.db.sql`update auth.users set is_anonymous = true where id = ${anonymous.id}`;
  const ended = await confirmed(surface);
  const out = { claims: ended.claims, scope: 'local', settings: site(), client };
  await surface.call('sign_out', out);
  const gone: Expected = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  for (const [{ claims }, refused] of [
    [anonymous, ANONYMOUS],
    [ended, gone],
  ] as const) {
    const own = { claims, settings: site() };
    await surface.refused('start_passkey_registration', own, refused);
    await surface.refused('take_passkey_registration', own, refused);
    await surface.refused('finish_passkey_registration', { ...own, credential: verified(), client }, refused);
  }
});

test.run();
