// Attacks on the OAuth server.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  clientCredentials,
  createApprovedAuthorization,
  createStartedAuthorization,
  decideAuthorization,
  exchangeAuthorization,
  getAuthorization,
  type IssuedTokens,
  makeClient,
  OAUTH_SETTINGS,
  refreshClientSession,
  signInByClient,
  startAuthorization,
} from '../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  findSentToken,
  newEmail,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');
const OTHER = 'https://client.example.com/other';

/** Registers a client by dynamic registration (RFC 7591), which needs no credentials. */
async function registerClient(redirect_uri: string, metadata: object = {}): Promise<string> {
  const answer = await api(sql, 'register_oauth_client', {
    metadata: { redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', ...metadata },
    settings: { ...OAUTH_SETTINGS, oauth_server_dynamic_redirects: 'any' },
    client,
  });
  return String((answer.client as CallResult).client_id);
}

test('prompt=none of a client that registered itself sends no browser to its web site', async () => {
  const redirect_uri = 'https://evil.example.com/landing';
  const app = await registerClient(redirect_uri);
  const request = { redirect_uri, wishes: { prompt: 'none' } };
  const declined = await api(sql, 'decline_authorization', {
    authorization_id: await createStartedAuthorization(sql, app, request),
    reason: 'login_required',
  });
  assert.is(declined.redirect_uri, undefined, 'nobody is signed in');
  const shown = await getAuthorization(
    sql,
    await createStartedAuthorization(sql, app, request),
    await createConfirmedPerson(sql_api),
  );
  assert.is(shown.outcome, undefined, 'signed in, never approved');
});

test('a redirect URI that was taken from a client gets no code of an authorization that had begun', async () => {
  const app = await makeClient(sql, { redirect_uris: [OTHER, 'https://client.example.com/callback'] });
  const person = await createConfirmedPerson(sql_api);
  const stolen = { redirect_uri: OTHER };
  const waiting = await createStartedAuthorization(sql, app, stolen);
  const bound = await createStartedAuthorization(sql, app, stolen);
  await getAuthorization(sql, bound, person);
  const decided = await createApprovedAuthorization(sql, app, person, stolen);
  await api(sql, 'change_oauth_client', {
    claims: ADMIN,
    client_id: app,
    metadata: { redirect_uris: ['https://client.example.com/callback'] },
    settings: OAUTH_SETTINGS,
    client,
  });
  assert.is((await getAuthorization(sql, waiting, person)).redirect_uri, undefined, 'shown');
  assert.is((await decideAuthorization(sql, bound, person)).redirect_uri, undefined, 'approved');
  assert.is((await getAuthorization(sql, decided, person)).redirect_uri, undefined, 'told again');
  assert.is(
    codeOf(await exchangeAuthorization(sql, app, decided, { redirect_uri: OTHER })),
    'Invalid authorization code',
  );
});

test('a user who signs in again for max_age can approve, also with max_age=0, and a second later with 1', async () => {
  const app = await makeClient(sql);
  for (const max_age of ['0', '1']) {
    const id = await createStartedAuthorization(sql, app, { wishes: { max_age } });
    await sql_api.advance(5);
    const person = await createConfirmedPerson(sql_api);
    await sql_api.advance(5);
    assert.is((await getAuthorization(sql, id, person)).sign_in_again, false, max_age);
    assert.is((await decideAuthorization(sql, id, person)).outcome, 'code', max_age);
  }
});

test('the access of a client that skips consent can be taken back, by its user and by an administrator', async () => {
  const app = await makeClient(sql, { skips_consent: true });
  for (const by of ['user', 'administrator'] as const) {
    const person = await createConfirmedPerson(sql_api);
    const issued = await signInByClient(sql, app, person);
    const grants = (await api(sql, 'list_grants', {
      claims: person.claims,
      settings: OAUTH_SETTINGS,
    })) as unknown as CallResult[];
    assert.is(grants.length, 1, 'listed');
    const revoked =
      by === 'user'
        ? await api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH_SETTINGS, client })
        : await api(sql, 'revoke_user_grant', {
            claims: ADMIN,
            user_id: person.id,
            client_id: app,
            settings: OAUTH_SETTINGS,
            client,
          });
    assert.is(codeOf(revoked), 'ok', by);
    assert.is.not(codeOf(await refreshClientSession(sql, app, issued)), 'ok');
  }
});

test('a client gets no token with the role of an administrator', async () => {
  const app = await registerClient('http://localhost/cb');
  const person = await createConfirmedPerson(sql_api);
  await sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  const claims = { ...person.claims, role: 'service_role' };
  const who = { id: person.id, claims };
  const id = await createApprovedAuthorization(sql, app, who, { redirect_uri: 'http://localhost/cb' });
  const issued = (await exchangeAuthorization(sql, app, id, {
    redirect_uri: 'http://localhost/cb',
    proof: clientCredentials(app, { method: 'none', generation: null }),
  })) as unknown as IssuedTokens;
  assert.is(issued.claims.role, 'authenticated');
});

test('a registration keeps each grant type once, even if it is named several times', async () => {
  const app = await registerClient('http://localhost/cb', {
    grant_types: Array.from({ length: 40_000 }, () => 'authorization_code'),
  });
  const [row] = await sql`select cardinality(grant_types) as n from auth.oauth_clients where id = ${app}`;
  assert.is(row?.n, 1);
});

test('a client that registered itself is never trusted: the administrator gets an error, and not a failure', async () => {
  const app = await registerClient('https://app.example.com/cb', { token_endpoint_auth_method: 'client_secret_basic' });
  for (const metadata of [{ require_pkce: false }, { skips_consent: true }]) {
    const answer = await api(sql, 'change_oauth_client', {
      claims: ADMIN,
      client_id: app,
      metadata,
      settings: OAUTH_SETTINGS,
      client,
    });
    assert.match(codeOf(answer), /administrator created/);
  }
});

/** Signs a user up under autoconfirm, without proof that the user controls the mailbox. */
async function signUpAutoconfirmed(email: string): Promise<SqlPerson> {
  const password = 'correct horse battery';
  const answer = await api(sql, 'sign_up', {
    email,
    password,
    settings: settings({ mailer_autoconfirm: true }),
    client,
  });
  const session = readSession(answer);
  return { id: String(session.claims.sub), email, password, ...session };
}

/**
 * Signs a person in with a client. Returns `email` and `email_verified` of the ID token. Asserts that the userinfo
 * endpoint returns the same.
 */
async function emailClaimsSent(app: string, person: SqlPerson): Promise<unknown[]> {
  const answer = await exchangeAuthorization(
    sql,
    app,
    await createApprovedAuthorization(sql, app, person, { scope: 'openid email' }),
  );
  const { claims, id_claims } = answer as { claims: CallResult; id_claims: CallResult };
  const told = await api(sql, 'get_userinfo', { claims, settings: OAUTH_SETTINGS });
  assert.equal([told.email, told.email_verified], [id_claims.email, id_claims.email_verified], 'they agree');
  return [id_claims.email, id_claims.email_verified];
}

test('an address that autoconfirm alone confirmed is not verified for clients, until a message there is read', async () => {
  const app = await makeClient(sql);
  const person = await signUpAutoconfirmed(newEmail());
  assert.equal(await emailClaimsSent(app, person), [person.email, false]);
  await api(sql, 'request_magic_link', { email: person.email, settings: settings(), client });
  const answer = await api(sql, 'verify_token', {
    type: 'magiclink',
    link: toUnsealedLink(await findSentToken(sql_api, person.id, 'recovery')),
    settings: settings(),
    client,
  });
  assert.equal(await emailClaimsSent(app, { ...person, ...readSession(answer) }), [person.email, true]);
});

test('every way of autoconfirm leaves an address unverified; a mail, an administrator and a provider verify it', async () => {
  const app = await makeClient(sql);
  const auto = settings({ mailer_autoconfirm: true });
  const taken = newEmail();
  await api(sql, 'sign_up', { email: taken, password: 'another horse battery', settings: settings(), client });
  assert.equal(
    await emailClaimsSent(app, await signUpAutoconfirmed(taken)),
    [taken, false],
    'an account without an owner',
  );
  const byMail = await createConfirmedPerson(sql_api);
  assert.equal(await emailClaimsSent(app, byMail), [byMail.email, true], 'mail');
  const linked = newEmail();
  await api(sql, 'request_otp', { email: linked, create_user: true, settings: auto, client });
  const [state] = await sql<{ autoconfirmed: boolean }[]>`
    select autoconfirmed from auth.addresses where value = ${linked}`;
  assert.is(state?.autoconfirmed, true, 'otp');
  const made = await api(sql, 'create_user', {
    claims: ADMIN,
    email: newEmail(),
    email_confirm: true,
    settings: settings(),
    client,
  });
  const [given] = await sql<{ verified: boolean }[]>`
    select auth_lib.is_verified(u, 'email') as verified from auth.users as u where u.id = ${String(made.id)}`;
  assert.is(given?.verified, true, 'administrator');
});

test('open registration takes no scheme that belongs to a program of the system', async () => {
  const codes = async (redirect_uri: string) => {
    const metadata = { redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' };
    return codeOf(
      await api(sql, 'register_oauth_client', {
        metadata,
        settings: { ...OAUTH_SETTINGS, oauth_server_dynamic_redirects: 'any' },
        client,
      }),
    );
  };
  for (const uri of [
    'smb://evil.example.com/x',
    'intent://x',
    'ms-word://x',
    'search-ms://x',
    'ssh://x.example.com',
    'app://x',
  ]) {
    assert.match(await codes(uri), /private-use scheme needs a dot/, uri);
  }
  for (const uri of ['com.example.app:/cb', 'com.example.app://cb', 'https://a.example.com/cb', 'http://[::1]:9/cb']) {
    assert.is(await codes(uri), 'ok', uri);
  }
});

test('a client that registered itself gets none of the installation’s own scopes, though it names one', async () => {
  const own = { oauth_server_scopes: { 'notes:write': 'change your notes' } };
  const redirect_uri = 'http://localhost/cb';
  for (const scope of ['email notes:write', 'notes:write']) {
    const app = await registerClient(redirect_uri, { scope });
    const answer = await startAuthorization(sql, app, { redirect_uri, scope: 'notes:write' }, own);
    assert.equal([answer.outcome, answer.error], ['error', 'invalid_scope'], scope);
  }
});

test('a session past its limits neither sees nor decides a request', async () => {
  const app = await makeClient(sql);
  const person = await createConfirmedPerson(sql_api);
  await createApprovedAuthorization(sql, app, person, { scope: 'email' });
  const [waiting, remembered] = [
    await createStartedAuthorization(sql, app, { scope: 'phone' }),
    await createStartedAuthorization(sql, app, { scope: 'email' }),
  ];
  await getAuthorization(sql, waiting, person);
  await sql_api.advance(120);
  const limited: CallArguments = { ...OAUTH_SETTINGS, sessions_timebox: 60 };
  const message = 'Session from session_id claim in JWT does not exist';
  assert.is(codeOf(await decideAuthorization(sql, waiting, person, { settings: limited })), message);
  const { claims } = person;
  const shown = await api(sql, 'get_authorization', {
    claims,
    authorization_id: remembered,
    settings: limited,
    client,
  });
  assert.is(codeOf(shown), message);
});

test('GET /sessions lists no session of a client past its own limits', async () => {
  const app = await makeClient(sql);
  const person = await createConfirmedPerson(sql_api);
  await signInByClient(sql, app, person);
  const listed = async (more: CallArguments) =>
    (
      (await api(sql, 'get_sessions', { claims: person.claims, settings: { ...OAUTH_SETTINGS, ...more } }))
        .sessions as unknown[]
    ).length;
  await sql_api.advance(120);
  assert.is(await listed({}), 2);
  assert.is(await listed({ oauth_server_session_timebox: 60 }), 1);
  assert.is(await listed({ oauth_server_session_inactivity_timeout: 60 }), 1);
});

test('a client cannot refresh a session past its limits, even after a recent refresh', async () => {
  const app = await makeClient(sql);
  const refresh = async (tokens: IssuedTokens, limit: CallArguments) => {
    const answer = await refreshClientSession(sql, app, tokens, { settings: { ...OAUTH_SETTINGS, ...limit } });
    return answer as CallResult & IssuedTokens;
  };
  const ENDED = 'Invalid Refresh Token: Session Expired';
  for (const limit of [{ oauth_server_session_timebox: 3600 }, { sessions_timebox: 3600 }]) {
    const first = await signInByClient(sql, app, await createConfirmedPerson(sql_api));
    await sql_api.advance(3500);
    const second = await refresh(first, limit);
    assert.is(codeOf(second), 'ok');
    await sql_api.advance(200);
    assert.is(codeOf(await refresh(second, limit)), ENDED, JSON.stringify(limit));
  }
  const unused = await signInByClient(sql, app, await createConfirmedPerson(sql_api));
  await sql_api.advance(3700);
  const idle = { oauth_server_session_inactivity_timeout: 3600 };
  assert.is(codeOf(await refresh(unused, idle)), `${ENDED} (Inactivity)`);
});

test('a private-use scheme is always asked for, also by a client with a secret', async () => {
  const redirect_uri = 'com.example.app:/cb';
  const app = await makeClient(sql, { redirect_uris: [redirect_uri, 'http://localhost/cb'] });
  const person = await createConfirmedPerson(sql_api);
  await createApprovedAuthorization(sql, app, person, { redirect_uri });
  assert.is(
    (await getAuthorization(sql, await createStartedAuthorization(sql, app, { redirect_uri }), person)).outcome,
    undefined,
  );
  const local = { redirect_uri: 'http://localhost/cb' };
  assert.is(
    (await getAuthorization(sql, await createStartedAuthorization(sql, app, local), person)).outcome,
    'code',
    'this machine',
  );
});

test.run();
