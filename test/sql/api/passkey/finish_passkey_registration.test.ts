// finish_passkey_registration: a verified credential becomes a passkey, once, up to the limit per user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, type Expected, openSurface } from '../../../support/database/surface.ts';
import {
  ANONYMOUS,
  ENDED,
  ENOUGH,
  NEEDS_AAL2,
  raiseSession,
  site,
  verifiedCredential,
  withSecondFactor,
} from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('stores the verified credential, named after its provider, and audits it; one credential is one passkey', async () => {
  const person = await confirmed(surface);
  const credential = verifiedCredential({
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

test('enforces the limit per user, also in parallel', async () => {
  const person = await confirmed(surface);
  const few = site({ passkey_max_passkeys_per_user: 2 });
  const one = () => ({ claims: person.claims, credential: verifiedCredential(), settings: few, client });
  for (let count = 0; count < 2; count += 1) await surface.call('finish_passkey_registration', one());
  await surface.refused('finish_passkey_registration', one(), ENOUGH);
  const parallel = await confirmed(surface);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      surface.call('finish_passkey_registration', { ...one(), claims: parallel.claims }),
    ),
  );
  assert.is(answers.filter(({ refused }) => refused === undefined).length, 2);
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
    await surface.refused(
      'finish_passkey_registration',
      { claims, settings: site(), credential: verifiedCredential(), client },
      refused,
    );
});

test('a user with a second factor needs aal2', async () => {
  const person = await confirmed(surface);
  await withSecondFactor(surface, person);
  const args = { claims: person.claims, credential: verifiedCredential(), settings: site(), client };
  await surface.refused('finish_passkey_registration', args, NEEDS_AAL2);
  const claims = await raiseSession(surface, person);
  await surface.refused('finish_passkey_registration', args, NEEDS_AAL2);
  assert.is((await surface.call('finish_passkey_registration', { ...args, claims })).refused, undefined);
});

test.run();
