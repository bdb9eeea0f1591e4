// finish_provider_flow: the account of an external identity. test/flows/providers tests the client's view.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  settings,
} from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { insertExternalUser } from '../../external_user.ts';
import { createProfile, PKCE, startFlow } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const LINK = { base_url: 'http://localhost:9999', redirect_to: 'http://localhost:3000' };
const usual = (more: CallArguments = {}): CallArguments => ({ link: LINK, client, settings: settings(), ...more });

/** Finishes a flow with this profile. */
async function finishFlow(profile: CallArguments, o: { args?: CallArguments; more?: CallArguments } = {}) {
  const id = await startFlow(sql_api.call, { args: o.args });
  return sql_api.call('finish_provider_flow', usual({ id, profile, ...o.more }));
}
async function assertRefused(
  profile: CallArguments,
  expected: readonly [number, string, string],
  o: { args?: CallArguments; more?: CallArguments; changes?: string[] } = {},
) {
  const id = await startFlow(sql_api.call, { args: o.args });
  await sql_api.refused('finish_provider_flow', usual({ id, profile, ...o.more }), expected, o.changes ?? []);
}
/** Links an identity with a PKCE challenge. The identity is linked when the code is exchanged. */
async function linkIdentity(claims: CallArguments, profile: CallArguments) {
  const { auth_code } = (await finishFlow(profile, { args: { claims, ...PKCE } })) as { auth_code: string };
  return sql_api.call('exchange_code', usual({ auth_code, code_verifier: PKCE.code_challenge }));
}
const subOf = (answer: object): string => String(readSession(answer as never).claims.sub);
const SESSION_GONE = 'Session from session_id claim in JWT does not exist';
const UNVERIFIED = 'Unverified email with github. A confirmation email has been sent to your github email';

test('a new account with a verified address: confirmed, one identity, user_signedup', async () => {
  const answer = await finishFlow(createProfile({ email: 'New@Example.com' }));
  const [user] = await sql_api.rows('auth.users', `t.id = '${subOf(answer)}'`);
  assert.equal(
    [user?.email, user?.sign_up_role, user?.email_confirmed_at !== null],
    ['new@example.com', 'authenticated', true],
  );
  assert.equal((await sql_api.audited())?.actions, ['user_signedup']);
  assert.equal((await sql_api.audited())?.traits, { provider: 'github' });
});

test('rejects a flow that was not consumed, or has expired', async () => {
  const id = await startFlow(sql_api.call, { taken: false });
  const gone = [400, 'bad_oauth_state', 'OAuth state not found or expired'] as const;
  await sql_api.refused('finish_provider_flow', usual({ id, profile: createProfile() }), gone);
  for (const pkce of [{}, PKCE]) {
    const taken = await startFlow(sql_api.call, { args: pkce });
    await sql_api.call('finish_provider_flow', usual({ id: taken, profile: createProfile() }));
    await sql_api.refused('finish_provider_flow', usual({ id: taken, profile: createProfile() }), gone);
  }
});

test('without an address, and with an invalid one', async () => {
  const missing = [500, 'unexpected_failure', 'Error getting user email from external provider'] as const;
  await assertRefused(createProfile({ email: null }), missing);
  await assertRefused(createProfile({ email: 'no address' }), missing);
  assert.ok(subOf(await finishFlow(createProfile({ email: null, optional: true }))));
});

test('rejects for disabled sign-up, a ban, several accounts', async () => {
  const off = { settings: settings({ disable_signup: true }) };
  await assertRefused(createProfile(), [422, 'signup_disabled', 'Signups not allowed for this instance'], {
    more: off,
  });
  const person = await createConfirmedPerson(sql_api);
  const other = await createConfirmedPerson(sql_api);
  const both = createProfile({ email: person.email });
  both.emails = [...(both.emails as object[]), { email: other.email, verified: true, primary: false }];
  await assertRefused(both, [
    500,
    'unexpected_failure',
    'Multiple accounts with the same email address in the same linking domain detected: default',
  ]);
  await sql_api.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${person.id}`;
  await assertRefused(createProfile({ email: person.email }), [403, 'user_banned', 'User is banned']);
});

test('another identity finds its account by an address that its provider has verified, and by no other', async () => {
  const stranger = await createConfirmedPerson(sql_api);
  const email = newEmail();
  await sql_api.db.sql`
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${stranger.id}, 'spotify', ${randomUUID()}, 's1', ${sql_api.db.sql.json({ email, email_verified: false })}, auth_lib.clock(), auth_lib.clock())`;
  assert.is.not(subOf(await finishFlow(createProfile({ email }))), stranger.id);
  for (const claim of [1, '1', 'yes', 't', 'maybe', null, [true], {}]) {
    const imported = newEmail();
    const data = sql_api.db.sql.json({ email: imported, email_verified: claim });
    await sql_api.db.sql`
      insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
      values (${stranger.id}, 'spotify', ${randomUUID()}, ${imported}, ${data}, auth_lib.clock(), auth_lib.clock())`;
    assert.is.not(subOf(await finishFlow(createProfile({ email: imported }))), stranger.id, JSON.stringify(claim));
  }
  const verified = newEmail();
  await sql_api.db.sql`
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${stranger.id}, 'google', ${randomUUID()}, 'g1', ${sql_api.db.sql.json({ email: verified, email_verified: true })}, auth_lib.clock(), auth_lib.clock())`;
  assert.is(subOf(await finishFlow(createProfile({ email: verified }))), stranger.id);
});

test("under autoconfirm a provider's unverified address counts for a new account, and never opens another", async () => {
  const auto = { settings: settings({ mailer_autoconfirm: true }) };
  const email = newEmail();
  assert.ok(subOf(await finishFlow(createProfile({ email, verified: false }), { more: auto })));
  const { email: taken } = await createConfirmedPerson(sql_api);
  const id = await startFlow(sql_api.call);
  const answer = (await sql_api.call(
    'finish_provider_flow',
    usual({ id, profile: createProfile({ email: taken, verified: false }), ...auto }),
  )) as {
    refused: { message: string };
  };
  assert.is(answer.refused.message, 'Unverified email with github. Verify the email with github in order to sign in');
});

test('the mail for an unverified address counts against the spacing and the quota of all mails', async () => {
  const profile = createProfile({ verified: false });
  const first = (await finishFlow(profile)) as { refused: { message: string } };
  assert.is(first.refused.message, UNVERIFIED);
  const second = (await finishFlow(profile)) as { refused: { code: string } };
  assert.is(second.refused.code, 'over_email_send_rate_limit');
  const none = { settings: settings({ rate_limit_email_sent: { count: 0, per: null } }) };
  const third = await finishFlow(createProfile({ verified: false }), { more: none }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(third, 'PT429', 'nothing of a new account stays');
});

test('removes everything that could open a formerly unconfirmed account', async () => {
  const email = newEmail();
  const id = await insertExternalUser(sql_api.db.sql, { address: email, confirmed: false });
  await sql_api.db.sql`
    insert into auth.sessions (user_id, id, amr, created_at) values (${id}, gen_random_uuid(), '[]', auth_lib.clock())`;
  const hash = `$2a$04$${'a'.repeat(53)}`;
  const db = sql_api.db.sql;
  await db`insert into auth.passwords (user_id, hash, updated_at) values (${id}, ${hash}, auth_lib.clock())`;
  await db`insert into auth.pending_passwords (user_id, hash, created_at) values (${id}, ${hash}, auth_lib.clock())`;
  assert.is(subOf(await finishFlow(createProfile({ email }))), id);
  for (const table of ['passwords', 'pending_passwords']) {
    assert.equal(await sql_api.rows(`auth.${table}`, `t.user_id = '${id}'`), [], table);
  }
  const identities = await sql_api.rows('auth.identities', `t.user_id = '${id}'`);
  assert.is(identities.length, 1);
  const sessions = await sql_api.rows('auth.sessions', `t.user_id = '${id}' and t.revoked_at is null`);
  assert.is(sessions.length, 1, 'the new one');
});

test('signs in to the account whose address an administrator set, if the provider has verified it and the account has a confirmed number', async () => {
  const given = newEmail();
  const kept = await insertExternalUser(sql_api.db.sql, { address: given, confirmed: false, phone: '15550003333' });
  await sql_api.db.sql`update auth.addresses set given_by_administrator = true where value = ${given}`;
  assert.is(subOf(await finishFlow(createProfile({ email: given }))), kept);
});

test('manual linking: a new identity; once; not another user’s; nor for a deleted or banned user', async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  const profile = createProfile();
  assert.is(subOf(await finishFlow(profile, { args: { claims } })), id);
  assert.equal((await sql_api.audited())?.actions, ['identity_linked']);
  await assertRefused(profile, [422, 'identity_already_exists', 'Identity is already linked'], { args: { claims } });
  const other = await createConfirmedPerson(sql_api);
  const theirs = [422, 'identity_already_exists', 'Identity is already linked to another user'] as const;
  await assertRefused(profile, theirs, { args: { claims: other.claims } });
  const flow = await startFlow(sql_api.call, { args: { claims: other.claims } });
  await sql_api.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${other.id}`;
  await sql_api.refused('finish_provider_flow', usual({ id: flow, profile: createProfile() }), [
    403,
    'user_banned',
    'User is banned',
  ]);
  const gone = await createConfirmedPerson(sql_api);
  const left = await startFlow(sql_api.call, { args: { claims: gone.claims } });
  await sql_api.db.sql`update auth.users set deleted_at = auth_lib.clock() where id = ${gone.id}`;
  await sql_api.refused('finish_provider_flow', usual({ id: left, profile: createProfile() }), [
    404,
    'user_not_found',
    'The user to whom the identity was to be linked does not exist',
  ]);
});

test("an anonymous user who links becomes a regular one, with the identity's address if it is free and verified", async () => {
  const anonymous = settings({ external_anonymous_users_enabled: true });
  const visitor = async () => readSession(await sql_api.call('sign_up', { settings: anonymous, client }));
  const one = await visitor();
  const email = newEmail();
  assert.is(subOf(await linkIdentity(one.claims, createProfile({ email }))), String(one.claims.sub));
  const [user] = await sql_api.rows('auth.users', `t.id = '${one.claims.sub}'`);
  assert.equal([user?.is_anonymous, user?.email, user?.email_confirmed_at !== null], [false, email, true]);
  const two = await visitor();
  const raised = await linkIdentity(two.claims, createProfile({ email })).catch((e: { code: string }) => e.code);
  assert.is(raised, 'PT422');
  const unconfirmed = createProfile({ verified: false });
  assert.equal((await linkIdentity(two.claims, unconfirmed)) as { refused: { code: string } }, {
    refused: { code: 'email_not_confirmed', status: 422, message: UNVERIFIED },
  });
  const [pending] = await sql_api.rows('auth.users', `t.id = '${two.claims.sub}'`);
  assert.equal([pending?.email, pending?.new_email], [null, (unconfirmed.emails as { email: string }[])[0]?.email]);
});

test('a link that was requested with a challenge is checked again when its code is exchanged', async () => {
  const already = await createConfirmedPerson(sql_api);
  const twice = createProfile();
  const finished = async (claims: CallArguments, profile: CallArguments) => {
    const { auth_code } = (await finishFlow(profile, { args: { claims, ...PKCE } })) as { auth_code: string };
    return usual({ auth_code, code_verifier: PKCE.code_challenge });
  };
  const [first, second] = [await finished(already.claims, twice), await finished(already.claims, twice)];
  await sql_api.call('exchange_code', first);
  const linkedBefore = [422, 'identity_already_exists', 'Identity is already linked'] as const;
  await sql_api.refused('exchange_code', second, linkedBefore, ['flow_states']);

  const anonymous = settings({ external_anonymous_users_enabled: true });
  const visitor = readSession(await sql_api.call('sign_up', { settings: anonymous, client })).claims;
  await linkIdentity(visitor, createProfile({ verified: false }));
  const codeOf = (error: unknown): string => String((error as { code: string }).code);
  const soon = await sql_api
    .call('exchange_code', await finished(visitor, createProfile({ verified: false })))
    .catch(codeOf);
  assert.is(soon, 'PT429', 'the interval between two mails to one user');
  const other = readSession(await sql_api.call('sign_up', { settings: anonymous, client })).claims;
  const none = settings({ rate_limit_email_sent: { count: 0, per: null } });
  const spent = { ...(await finished(other, createProfile({ verified: false }))), settings: none };
  assert.is(await sql_api.call('exchange_code', spent).catch(codeOf), 'PT429', 'the quota of all mails');
});

test('a link without a challenge ends with its session, and gives a user without an address only a free, verified one', async () => {
  const { claims, id } = await createConfirmedPerson(sql_api);
  const flow = await startFlow(sql_api.call, { args: { claims } });
  await sql_api.db
    .sql`update auth.sessions set revoked_at = auth_lib.clock(), revoked_reason = 'logout' where user_id = ${id}`;
  const ended = usual({ id: flow, profile: createProfile() });
  await sql_api.refused('finish_provider_flow', ended, [403, 'session_not_found', SESSION_GONE]);

  // start_identity_link requires a PKCE challenge from this user, so the test removes the challenge afterwards.
  const anonymous = settings({ external_anonymous_users_enabled: true });
  const visitor = async (): Promise<string> => {
    const session = readSession(await sql_api.call('sign_up', { settings: anonymous, client })).claims;
    const begin = await startFlow(sql_api.call, { args: { claims: session, ...PKCE } });
    await sql_api.db
      .sql`update auth.flow_states set code_challenge = null, code_challenge_method = null where id = ${begin}`;
    return begin;
  };
  const taken = await createConfirmedPerson(sql_api);
  const theirs = usual({ id: await visitor(), profile: createProfile({ email: taken.email }) });
  const raised = await sql_api.call('finish_provider_flow', theirs).catch((error: { code: string }) => error.code);
  assert.is(raised, 'PT422');
  const unverified = usual({ id: await visitor(), profile: createProfile({ verified: false }) });
  const answer = (await sql_api.call('finish_provider_flow', unverified)) as { refused: { message: string } };
  assert.is(answer.refused.message, UNVERIFIED);
});

test('an invitation is accepted with its link and the invited address, once', async () => {
  const email = newEmail();
  await sql_api.call('invite_user', {
    claims: { role: 'service_role' },
    email,
    settings: settings(),
    link: LINK,
    client,
  });
  const [token] = await sql_api.rows('auth.one_time_tokens', `t.address = '${email}'`);
  await sql_api.db
    .sql`update auth.one_time_tokens set expires_at = auth_lib.clock() + interval '1 d' where address = ${email}`;
  const args = { invitation: { id: token?.id } };
  await assertRefused(
    createProfile(),
    [400, 'validation_failed', 'Invited email does not match emails from external provider'],
    {
      args,
    },
  );
  const [late, taken] = [await startFlow(sql_api.call, { args }), await startFlow(sql_api.call, { args })];
  const known = createProfile();
  await finishFlow(known);
  const foreign = { ...known, emails: [{ email, verified: false, primary: true }] };
  await sql_api.refused('finish_provider_flow', usual({ id: taken, profile: foreign }), [
    422,
    'identity_already_exists',
    'Identity is already linked to another user',
  ]);
  const answer = await finishFlow(createProfile({ email, verified: false }), { args });
  const [user] = await sql_api.rows('auth.users', `t.id = '${subOf(answer)}'`);
  assert.equal([user?.email, user?.email_confirmed_at !== null], [email, true]);
  assert.equal((await sql_api.audited())?.actions, ['invite_accepted']);
  await sql_api.refused('finish_provider_flow', usual({ id: late, profile: createProfile({ email }) }), [
    404,
    'invite_not_found',
    'Invite not found',
  ]);
});

test.run();
