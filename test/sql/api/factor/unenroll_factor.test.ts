// unenroll_factor: callers, and sessions affected by the removal.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, openSurface } from '../../../support/database/surface.ts';
import { makeCodes } from './codes.ts';
import { enrolledAs, factors, NO_UUID, NOT_FOUND, protectedPerson } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = (claims: Args, factor_id: string, more: Args = {}): Args => ({
  claims,
  factor_id,
  settings: factors(more),
  client,
});

test("a verified one requires aal2; another user's is not found", async () => {
  const [person, other] = [await protectedPerson(surface), await protectedPerson(surface)];
  await surface.refused('unenroll_factor', args(person.claims, 'x'), NO_UUID);
  for (const id of [randomUUID(), other.app.id])
    await surface.refused('unenroll_factor', args(person.claims, id), NOT_FOUND);
  const weak = args(person.weak, person.app.id);
  const needed = [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'] as const;
  await surface.refused('unenroll_factor', weak, needed);
  // An unverified factor protects nothing, so a session of aal1 may remove it.
  const id = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  assert.equal(await surface.call('unenroll_factor', args(person.weak, id)), { id });
});

test('lowers sessions that it had raised to aal1, with the last factor also those of recovery codes, and a mail reports it', async () => {
  const person = await protectedPerson(surface);
  await surface.call('make_recovery_codes', { claims: person.claims, settings: factors(), client });
  const on = { mailer_notifications_mfa_factor_unenrolled_enabled: true };
  const changed = await surface.changes(async () => {
    assert.equal(await surface.call('unenroll_factor', args(person.claims, person.app.id, on)), { id: person.app.id });
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
  const [session] = await surface.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.equal([session?.aal, session?.factor_id], ['aal1', null]);
  assert.equal(
    (session?.amr as { method: string }[] | undefined)?.map(({ method }) => method),
    ['otp'],
  );
  const [user] = await surface.rows('auth.users', `t.id = '${person.id}'`);
  assert.is(user?.factor_status, null);
  assert.equal((await surface.audited())?.actions, ['factor_unenrolled']);
});

test('with the last factor a session raised by a recovery code is aal1 too, without its amr entry', async () => {
  const person = await protectedPerson(surface);
  const [code] = await makeCodes(surface, person.claims);
  const redeemed = { claims: person.weak, code, settings: factors(), client };
  assert.ok((await surface.call('consume_recovery_code', redeemed)).body);
  await surface.call('unenroll_factor', args(person.claims, person.app.id));
  const [session] = await surface.rows('auth.sessions', `t.id = '${String(person.weak.session_id)}'`);
  assert.equal([session?.aal, session?.factor_id], ['aal1', null]);
  assert.equal(
    (session?.amr as { method: string }[] | undefined)?.map(({ method }) => method),
    ['password'],
  );
});

test('no mail for an unverified factor', async () => {
  const person = await protectedPerson(surface);
  const id = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  const on = { mailer_notifications_mfa_factor_unenrolled_enabled: true };
  const changed = await surface.changes(() => surface.call('unenroll_factor', args(person.claims, id, on)));
  assert.not.ok(changed.includes('messages'), String(changed));
});

test('with another verified factor the sessions of that one are unchanged', async () => {
  const person = await protectedPerson(surface);
  const key = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  const proof = { verified: true, status: 'unverified', credential: { id: 'c1' } };
  await surface.call('verify_factor', { ...args(person.claims, key), proof });
  await surface.call('unenroll_factor', args(person.claims, person.app.id));
  const [session] = await surface.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.equal([session?.aal, session?.factor_id], ['aal2', key]);
});

test('a token of aal2 counts as aal1 once the factor that had raised its session is removed', async () => {
  const person = await protectedPerson(surface);
  const key = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  const proof = { verified: true, status: 'unverified', credential: { id: 'c1' } };
  await surface.call('verify_factor', { ...args(person.claims, key), proof });
  await surface.call('unenroll_factor', args(person.claims, key));
  const needed = 'AAL2 required to unenroll verified factor';
  await surface.refused('unenroll_factor', args(person.claims, person.app.id), [422, 'insufficient_aal', needed]);
});

test.run();
