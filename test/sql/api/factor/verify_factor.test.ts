// Tests of verify_factor.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
  readSession,
} from '../../../support/database/sql_api.ts';
import { TABLES_OF_WRONG_CODE, testCommonErrors, WRONG_TOTP } from './answers.ts';
import {
  challengeFactor,
  createPersonWithTotp,
  enrollFactor,
  enrollTotp,
  factorSettings,
  signIn,
  type TotpFactor,
  totpArguments,
  totpCode,
  verifyTotp,
} from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

testCommonErrors(sql_api, 'verify_factor');

test('a right code: the session is raised, the factor verified, the challenge consumed, other aal1 sessions ended', async () => {
  const person = await createConfirmedPerson(sql_api);
  const weak = await signIn(sql_api, person);
  const [app, left] = [await enrollTotp(sql_api, person), await enrollTotp(sql_api, person)];
  const challenge = await challengeFactor(sql_api, person, app.id);
  const changed = await sql_api.changes(async () => {
    const answer = await sql_api.call('verify_factor', totpArguments(person, app, challenge, totpCode(sql_api, app)));
    const { claims, session_id } = readSession(answer);
    assert.equal([claims.aal, session_id], ['aal2', person.session_id]);
    assert.equal(
      (claims.amr as { method: string }[]).map(({ method }) => method),
      ['totp', 'otp'],
    );
    assert.is((answer.refresh as { counter: number }).counter, 2);
  });
  assert.equal(changed, ['audit_log', 'challenges', 'factors', 'sessions', 'users']);
  const [session] = await sql_api.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.equal([session?.aal, session?.factor_id, Number(session?.counter)], ['aal2', app.id, 2]);
  const [other] = await sql_api.rows('auth.sessions', `t.id = '${weak.session_id}'`);
  assert.is(other?.revoked_reason, 'factor');
  const rows = await sql_api.rows('auth.factors', `t.user_id = '${person.id}'`);
  assert.equal(
    rows.map(({ id, status }) => [id, status]),
    [[app.id, 'verified']],
    `${left.id} is gone`,
  );
  const traits = { factor_id: app.id, factor_type: 'totp', valid: true };
  assert.equal(await sql_api.audited(), { actions: ['verification_attempted'], traits, actor_id: person.id });
});

test('an enrolment of another type continues when a factor is verified', async () => {
  const person = await createConfirmedPerson(sql_api);
  const key = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  await verifyTotp(sql_api, person, await enrollTotp(sql_api, person));
  const [row] = await sql_api.rows('auth.factors', `t.id = '${key}'`);
  assert.is(row?.status, 'unverified');
});

test('a code is valid once, and so is a challenge', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await enrollTotp(sql_api, person);
  const [first, second] = [
    await challengeFactor(sql_api, person, app.id),
    await challengeFactor(sql_api, person, app.id),
  ];
  const code = totpCode(sql_api, app);
  const { claims } = readSession(await sql_api.call('verify_factor', totpArguments(person, app, first, code)));
  const raised = { ...person, claims };
  await sql_api.refused('verify_factor', totpArguments(raised, app, second, code), WRONG_TOTP, TABLES_OF_WRONG_CODE);
  await sql_api.refused(
    'verify_factor',
    totpArguments(raised, app, second, totpCode(sql_api, app, -1)),
    WRONG_TOTP,
    TABLES_OF_WRONG_CODE,
  );
  await sql_api.advance(30);
  const used: ExpectedError = [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'];
  await sql_api.refused('verify_factor', totpArguments(raised, app, first, totpCode(sql_api, app)), used);
  assert.ok(
    readSession(await sql_api.call('verify_factor', totpArguments(raised, app, second, totpCode(sql_api, app)))),
  );
});

test('a proof without a valid result raises nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await enrollTotp(sql_api, person);
  const key = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  for (const proof of [null, {}, { verified: true }]) {
    const args = totpArguments(person, app, await challengeFactor(sql_api, person, app.id), totpCode(sql_api, app), {
      proof,
    });
    await sql_api.refused('verify_factor', args, WRONG_TOTP, TABLES_OF_WRONG_CODE);
  }
  for (const proof of [null, {}, { verified: false }, { secret: '00' }]) {
    const args = totpArguments(person, { id: key, secret: Buffer.alloc(0) }, randomUUID(), '', { proof });
    const wrong: ExpectedError = [422, 'mfa_verification_failed', 'Invalid WebAuthn response'];
    await sql_api.refused('verify_factor', args, wrong, TABLES_OF_WRONG_CODE);
  }
});

test('an authenticator: its challenge is consumed once, and its credential stored', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  const asked = { claims: person.claims, factor_id: id, settings: factorSettings(), client };
  const { id: challenge_id, webauthn } = await sql_api.call('challenge_factor', asked);
  const { challenge } = (webauthn as { credential_options: { publicKey: { challenge: string } } }).credential_options
    .publicKey;
  const args = { claims: person.claims, factor_id: id, challenge_id, settings: factorSettings(), client };
  assert.equal(await sql_api.call('prepare_factor_verification', args), {
    factor_type: 'webauthn',
    status: 'unverified',
    ceremony: { challenge },
    credential: null,
  });
  await sql_api.refused('prepare_factor_verification', args, [
    422,
    'mfa_factor_not_found',
    'MFA factor with the provided challenge ID not found',
  ]);
  const proof = { verified: true, status: 'unverified', credential: { id: 'c1' }, aaguid: randomUUID() };
  const { claims } = readSession(await sql_api.call('verify_factor', { ...args, proof }));
  assert.equal((claims.amr as { method: string }[])[0]?.method, 'mfa/webauthn');
  const late = { ...proof, credential: { id: 'c2' } };
  const wrong = { ...args, claims, proof: { ...late, status: 'verified' } };
  for (const other of [{ ...wrong, proof: late }, wrong]) {
    const answer = await sql_api.call('verify_factor', other);
    assert.is(
      (answer.refused as { code: string }).code,
      'mfa_verification_failed',
      'another credential takes its place',
    );
  }
});

test('a second verification keeps the earlier ones, newest first', async () => {
  const { app, ...person } = await createPersonWithTotp(sql_api);
  await sql_api.advance(30);
  const { claims } = readSession(await verifyTotp(sql_api, { claims: person.weak }, app));
  assert.equal(
    (claims.amr as { method: string }[]).map(({ method }) => method),
    ['totp', 'password'],
  );
  const first = await sql_api.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.is(first[0]?.revoked_at, null, 'another session of aal2 goes on');
});

test('a session past its time box or its inactivity is not raised, which would refresh it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await enrollTotp(sql_api, person);
  await sql_api.advance(60);
  const gone: ExpectedError = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  const challenge = await challengeFactor(sql_api, person, app.id);
  const typed = (limits: CallArguments): CallArguments =>
    totpArguments(person, app, challenge, totpCode(sql_api, app), { settings: factorSettings(limits) });
  for (const limits of [{ sessions_timebox: 59 }, { sessions_inactivity_timeout: 59 }]) {
    await sql_api.refused('verify_factor', typed(limits), gone);
  }
  const within = typed({ sessions_timebox: 60, sessions_inactivity_timeout: 60 });
  assert.ok(readSession(await sql_api.call('verify_factor', within)), 'and the code was not consumed');
});

test('F-25: attempts at all apps and phones count together within a day, and each alone within an hour; recovery codes still work', async () => {
  const { app, ...someone } = await createPersonWithTotp(sql_api);
  const person = { ...someone, claims: { ...someone.claims, exp: Number(someone.claims.exp) + 200_000 } };
  const codes = (
    await sql_api.call('make_recovery_codes', { claims: person.claims, settings: factorSettings(), client })
  ).codes;
  const second = await enrollTotp(sql_api, person, { friendly_name: 'second' });
  const few = factorSettings({ security_max_code_failures: 6, security_max_code_failures_per_day: 12 });
  const tried = async (factor: TotpFactor, code = 'wrong') => {
    const args = totpArguments(person, factor, await challengeFactor(sql_api, person, factor.id), code, {
      settings: few,
    });
    const { refused } = await sql_api.call('verify_factor', args);
    return (refused as { code: string } | undefined)?.code;
  };
  const [miss, limit] = ['mfa_verification_failed', 'over_request_rate_limit'];
  assert.equal([await tried(app), await tried(app), await tried(app)], [miss, miss, limit]);
  assert.equal([await tried(second), await tried(second), await tried(second)], [miss, miss, limit]);
  await sql_api.advance(3601);
  for (const factor of [app, second])
    assert.is(await tried(factor, totpCode(sql_api, factor)), limit, 'twelve in this day');
  const { claims } = person;
  const [code] = codes as string[];
  assert.ok(readSession(await sql_api.call('consume_recovery_code', { claims, code, settings: few, client })));
  await sql_api.advance(86_400);
  assert.is(await tried(app), miss, 'and on the next day as before');
});

test.run();
