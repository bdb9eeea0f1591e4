// verify_factor: rejected answers, the effects of a right one, and the attempt limits.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  confirmed,
  type Expected,
  openSurface,
  sessionOf,
} from '../../../support/database/surface.ts';
import { answersAreChecked, MISSED, WRONG } from './answers.ts';
import {
  type App,
  answerChallenge,
  answering,
  challenged,
  codeAt,
  enrolled,
  enrolledAs,
  factors,
  protectedPerson,
  signedIn,
} from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

answersAreChecked(surface, 'verify_factor');

test('a right code: the session is raised, the factor verified, the challenge consumed, other aal1 sessions ended', async () => {
  const person = await confirmed(surface);
  const weak = await signedIn(surface, person);
  const [app, left] = [await enrolled(surface, person), await enrolled(surface, person)];
  const challenge = await challenged(surface, person, app.id);
  const changed = await surface.changes(async () => {
    const answer = await surface.call('verify_factor', answering(person, app, challenge, codeAt(surface, app)));
    const { claims, session_id } = sessionOf(answer);
    assert.equal([claims.aal, session_id], ['aal2', person.session_id]);
    assert.equal(
      (claims.amr as { method: string }[]).map(({ method }) => method),
      ['totp', 'otp'],
    );
    assert.is((answer.refresh as { counter: number }).counter, 2);
  });
  assert.equal(changed, ['audit_log', 'challenges', 'factors', 'sessions', 'users']);
  const [session] = await surface.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.equal([session?.aal, session?.factor_id, Number(session?.counter)], ['aal2', app.id, 2]);
  const [other] = await surface.rows('auth.sessions', `t.id = '${weak.session_id}'`);
  assert.is(other?.revoked_reason, 'factor');
  const rows = await surface.rows('auth.factors', `t.user_id = '${person.id}'`);
  assert.equal(
    rows.map(({ id, status }) => [id, status]),
    [[app.id, 'verified']],
    `${left.id} is gone`,
  );
  const traits = { factor_id: app.id, factor_type: 'totp', valid: true };
  assert.equal(await surface.audited(), { actions: ['verification_attempted'], traits, actor_id: person.id });
});

test('an enrolment of another type continues when a factor is verified', async () => {
  const person = await confirmed(surface);
  const key = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  await answerChallenge(surface, person, await enrolled(surface, person));
  const [row] = await surface.rows('auth.factors', `t.id = '${key}'`);
  assert.is(row?.status, 'unverified');
});

test('a code is valid once, and so is a challenge', async () => {
  const person = await confirmed(surface);
  const app = await enrolled(surface, person);
  const [first, second] = [await challenged(surface, person, app.id), await challenged(surface, person, app.id)];
  const code = codeAt(surface, app);
  const { claims } = sessionOf(await surface.call('verify_factor', answering(person, app, first, code)));
  const raised = { ...person, claims };
  await surface.refused('verify_factor', answering(raised, app, second, code), WRONG, MISSED);
  await surface.refused('verify_factor', answering(raised, app, second, codeAt(surface, app, -1)), WRONG, MISSED);
  await surface.advance(30);
  const used: Expected = [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'];
  await surface.refused('verify_factor', answering(raised, app, first, codeAt(surface, app)), used);
  assert.ok(sessionOf(await surface.call('verify_factor', answering(raised, app, second, codeAt(surface, app)))));
});

test('a proof without a valid result raises nothing', async () => {
  const person = await confirmed(surface);
  const app = await enrolled(surface, person);
  const key = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  for (const proof of [null, {}, { verified: true }]) {
    const args = answering(person, app, await challenged(surface, person, app.id), codeAt(surface, app), { proof });
    await surface.refused('verify_factor', args, WRONG, MISSED);
  }
  for (const proof of [null, {}, { verified: false }, { secret: '00' }]) {
    const args = answering(person, { id: key, secret: Buffer.alloc(0) }, randomUUID(), '', { proof });
    const wrong: Expected = [422, 'mfa_verification_failed', 'Invalid WebAuthn response'];
    await surface.refused('verify_factor', args, wrong, MISSED);
  }
});

test('an authenticator: its challenge is consumed once, and its credential stored', async () => {
  const person = await confirmed(surface);
  const id = await enrolledAs(surface, person, { factor_type: 'webauthn' });
  const asked = { claims: person.claims, factor_id: id, settings: factors(), client };
  const { id: challenge_id, webauthn } = await surface.call('challenge_factor', asked);
  const { challenge } = (webauthn as { credential_options: { publicKey: { challenge: string } } }).credential_options
    .publicKey;
  const args = { claims: person.claims, factor_id: id, challenge_id, settings: factors(), client };
  assert.equal(await surface.call('prepare_factor_verification', args), {
    factor_type: 'webauthn',
    status: 'unverified',
    ceremony: { challenge },
    credential: null,
  });
  await surface.refused('prepare_factor_verification', args, [
    422,
    'mfa_factor_not_found',
    'MFA factor with the provided challenge ID not found',
  ]);
  const proof = { verified: true, status: 'unverified', credential: { id: 'c1' }, aaguid: randomUUID() };
  const { claims } = sessionOf(await surface.call('verify_factor', { ...args, proof }));
  assert.equal((claims.amr as { method: string }[])[0]?.method, 'mfa/webauthn');
  const late = { ...proof, credential: { id: 'c2' } };
  const wrong = { ...args, claims, proof: { ...late, status: 'verified' } };
  for (const other of [{ ...wrong, proof: late }, wrong]) {
    const answer = await surface.call('verify_factor', other);
    assert.is(
      (answer.refused as { code: string }).code,
      'mfa_verification_failed',
      'another credential takes its place',
    );
  }
});

test('a second verification keeps the earlier ones, newest first', async () => {
  const { app, ...person } = await protectedPerson(surface);
  await surface.advance(30);
  const { claims } = sessionOf(await answerChallenge(surface, { claims: person.weak }, app));
  assert.equal(
    (claims.amr as { method: string }[]).map(({ method }) => method),
    ['totp', 'password'],
  );
  const first = await surface.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.is(first[0]?.revoked_at, null, 'another session of aal2 goes on');
});

test('a session past its time box or its inactivity is not raised, which would refresh it', async () => {
  const person = await confirmed(surface);
  const app = await enrolled(surface, person);
  await surface.advance(60);
  const gone: Expected = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  const challenge = await challenged(surface, person, app.id);
  const typed = (limits: Args): Args =>
    answering(person, app, challenge, codeAt(surface, app), { settings: factors(limits) });
  for (const limits of [{ sessions_timebox: 59 }, { sessions_inactivity_timeout: 59 }]) {
    await surface.refused('verify_factor', typed(limits), gone);
  }
  const within = typed({ sessions_timebox: 60, sessions_inactivity_timeout: 60 });
  assert.ok(sessionOf(await surface.call('verify_factor', within)), 'and the code was not spent');
});

test('F-25: attempts at all apps and phones count together within a day, and each alone within an hour; recovery codes still work', async () => {
  const { app, ...someone } = await protectedPerson(surface);
  const person = { ...someone, claims: { ...someone.claims, exp: Number(someone.claims.exp) + 200_000 } };
  const codes = (await surface.call('make_recovery_codes', { claims: person.claims, settings: factors(), client }))
    .codes;
  const second = await enrolled(surface, person, { friendly_name: 'second' });
  const few = factors({ security_max_code_failures: 6, security_max_code_failures_per_day: 12 });
  const tried = async (factor: App, code = 'wrong') => {
    const args = answering(person, factor, await challenged(surface, person, factor.id), code, { settings: few });
    const { refused } = await surface.call('verify_factor', args);
    return (refused as { code: string } | undefined)?.code;
  };
  const [miss, limit] = ['mfa_verification_failed', 'over_request_rate_limit'];
  assert.equal([await tried(app), await tried(app), await tried(app)], [miss, miss, limit]);
  assert.equal([await tried(second), await tried(second), await tried(second)], [miss, miss, limit]);
  await surface.advance(3601);
  for (const factor of [app, second])
    assert.is(await tried(factor, codeAt(surface, factor)), limit, 'twelve in this day');
  const { claims } = person;
  const [code] = codes as string[];
  assert.ok(sessionOf(await surface.call('consume_recovery_code', { claims, code, settings: few, client })));
  await surface.advance(86_400);
  assert.is(await tried(app), miss, 'and on the next day as before');
});

test.run();
