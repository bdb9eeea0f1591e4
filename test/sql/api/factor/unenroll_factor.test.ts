// Tests of unenroll_factor.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, client, openSqlApi } from '../../../support/database/sql_api.ts';
import { makeRecoveryCodes } from './codes.ts';
import { createPersonWithTotp, enrollFactor, factorSettings, NO_UUID, NOT_FOUND } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = (claims: CallArguments, factor_id: string, more: CallArguments = {}): CallArguments => ({
  claims,
  factor_id,
  settings: factorSettings(more),
  client,
});

test("a verified one requires aal2; another user's is not found", async () => {
  const [person, other] = [await createPersonWithTotp(sql_api), await createPersonWithTotp(sql_api)];
  await sql_api.refused('unenroll_factor', args(person.claims, 'x'), NO_UUID);
  for (const id of [randomUUID(), other.app.id])
    await sql_api.refused('unenroll_factor', args(person.claims, id), NOT_FOUND);
  const weak = args(person.weak, person.app.id);
  const needed = [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'] as const;
  await sql_api.refused('unenroll_factor', weak, needed);
  // An unverified factor protects nothing, so a session at aal1 may remove it.
  const id = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  assert.equal(await sql_api.call('unenroll_factor', args(person.weak, id)), { id });
});

test('lowers sessions that it had raised to aal1, with the last factor also those of recovery codes, and a mail reports it', async () => {
  const person = await createPersonWithTotp(sql_api);
  await sql_api.call('make_recovery_codes', { claims: person.claims, settings: factorSettings(), client });
  const on = { mailer_notifications_mfa_factor_unenrolled_enabled: true };
  const changed = await sql_api.changes(async () => {
    assert.equal(await sql_api.call('unenroll_factor', args(person.claims, person.app.id, on)), { id: person.app.id });
  });
  const tables = [
    'audit_log',
    'challenges',
    'factors',
    'messages',
    'queue',
    'quotas',
    'recovery_codes',
    'sessions',
    'users',
  ];
  assert.equal(changed, tables);
  const [session] = await sql_api.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.equal([session?.aal, session?.factor_id], ['aal1', null]);
  assert.equal(
    (session?.amr as { method: string }[] | undefined)?.map(({ method }) => method),
    ['otp'],
  );
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.is(user?.factor_status, null);
  assert.equal((await sql_api.audited())?.actions, ['factor_unenrolled']);
});

test('with the last factor a session raised by a recovery code is aal1 too, without its amr entry', async () => {
  const person = await createPersonWithTotp(sql_api);
  const [code] = await makeRecoveryCodes(sql_api, person.claims);
  const redeemed = { claims: person.weak, code, settings: factorSettings(), client };
  assert.ok((await sql_api.call('consume_recovery_code', redeemed)).body);
  await sql_api.call('unenroll_factor', args(person.claims, person.app.id));
  const [session] = await sql_api.rows('auth.sessions', `t.id = '${String(person.weak.session_id)}'`);
  assert.equal([session?.aal, session?.factor_id], ['aal1', null]);
  assert.equal(
    (session?.amr as { method: string }[] | undefined)?.map(({ method }) => method),
    ['password'],
  );
});

test('no mail for an unverified factor', async () => {
  const person = await createPersonWithTotp(sql_api);
  const id = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  const on = { mailer_notifications_mfa_factor_unenrolled_enabled: true };
  const changed = await sql_api.changes(() => sql_api.call('unenroll_factor', args(person.claims, id, on)));
  assert.not.ok(changed.includes('messages'), String(changed));
});

test('with another verified factor the sessions of that one are unchanged', async () => {
  const person = await createPersonWithTotp(sql_api);
  const key = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  const proof = { verified: true, status: 'unverified', credential: { id: 'c1' } };
  await sql_api.call('verify_factor', { ...args(person.claims, key), proof });
  await sql_api.call('unenroll_factor', args(person.claims, person.app.id));
  const [session] = await sql_api.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.equal([session?.aal, session?.factor_id], ['aal2', key]);
});

test('a token of aal2 counts as aal1 once the factor that had raised its session is removed', async () => {
  const person = await createPersonWithTotp(sql_api);
  const key = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  const proof = { verified: true, status: 'unverified', credential: { id: 'c1' } };
  await sql_api.call('verify_factor', { ...args(person.claims, key), proof });
  await sql_api.call('unenroll_factor', args(person.claims, key));
  const needed = 'AAL2 required to unenroll verified factor';
  await sql_api.refused('unenroll_factor', args(person.claims, person.app.id), [422, 'insufficient_aal', needed]);
});

test.run();
