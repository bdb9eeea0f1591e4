// Tests of finish_passkey_registration.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, type ExpectedError, openSqlApi } from '../../../support/database/sql_api.ts';
import {
  ANONYMOUS,
  addSecondFactor,
  NEEDS_AAL2,
  raiseSession,
  relyingParty,
  SESSION_ENDED,
  TOO_MANY_PASSKEYS,
  verifiedCredential,
} from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('stores the verified credential, named after its provider, and audits it; one credential is one passkey', async () => {
  const person = await createConfirmedPerson(sql_api);
  const credential = verifiedCredential({
    aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349',
    sign_count: 4_294_967_295,
    attestation_type: 'packed',
    transports: ['internal', 'hybrid'],
    backup_eligible: true,
    backed_up: true,
  });
  const args = { claims: person.claims, credential, settings: relyingParty(), client };
  const answer = await sql_api.call('finish_passkey_registration', args);
  assert.equal(answer, { id: answer.id, friendly_name: 'Bitwarden', created_at: sql_api.now() });
  const [row] = await sql_api.rows('auth.passkeys', `t.id = '${String(answer.id)}'`);
  const bytes = row as Record<'credential_id' | 'public_key', Buffer>;
  assert.equal(
    [row?.user_id, bytes.credential_id.toString('hex'), bytes.public_key.toString('hex')],
    [person.id, credential.id, credential.public_key],
  );
  assert.equal([row?.sign_count, row?.transports, row?.backed_up], ['4294967295', ['internal', 'hybrid'], true]);
  assert.equal(await sql_api.audited(), {
    actions: ['passkey_created'],
    traits: { passkey_id: answer.id },
    actor_id: person.id,
  });
  const exists: ExpectedError = [422, 'webauthn_credential_exists', 'This credential is already registered'];
  await sql_api.refused('finish_passkey_registration', args, exists);
  const other = await createConfirmedPerson(sql_api);
  await sql_api.refused('finish_passkey_registration', { ...args, claims: other.claims }, exists);
});

test('enforces the limit per user, also in parallel', async () => {
  const person = await createConfirmedPerson(sql_api);
  const few = relyingParty({ passkey_max_passkeys_per_user: 2 });
  const one = () => ({ claims: person.claims, credential: verifiedCredential(), settings: few, client });
  for (let count = 0; count < 2; count += 1) await sql_api.call('finish_passkey_registration', one());
  await sql_api.refused('finish_passkey_registration', one(), TOO_MANY_PASSKEYS);
  const parallel = await createConfirmedPerson(sql_api);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      sql_api.call('finish_passkey_registration', { ...one(), claims: parallel.claims }),
    ),
  );
  assert.is(answers.filter(({ refused }) => refused === undefined).length, 2);
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
    await sql_api.refused(
      'finish_passkey_registration',
      { claims, settings: relyingParty(), credential: verifiedCredential(), client },
      refused,
    );
});

test('a user with a second factor needs aal2', async () => {
  const person = await createConfirmedPerson(sql_api);
  await addSecondFactor(sql_api, person);
  const args = { claims: person.claims, credential: verifiedCredential(), settings: relyingParty(), client };
  await sql_api.refused('finish_passkey_registration', args, NEEDS_AAL2);
  const claims = await raiseSession(sql_api, person);
  await sql_api.refused('finish_passkey_registration', args, NEEDS_AAL2);
  assert.is((await sql_api.call('finish_passkey_registration', { ...args, claims })).refused, undefined);
});

test.run();
