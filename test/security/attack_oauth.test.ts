// Attacks on the rules of the OAuth server.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  approved,
  begun,
  decide,
  exchange,
  type Issued,
  makeClient,
  OAUTH,
  open,
  proof,
  refreshed,
  signedIn,
  start,
} from '../support/database/oauth.ts';
import {
  type Answer,
  type Args,
  api,
  client,
  confirmed,
  link,
  newEmail,
  openSurface,
  type Person,
  sentToken,
  sessionOf,
  settings,
} from '../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');
const OTHER = 'https://client.example.com/other';

/** Registers a client as anybody may. */
async function registered(redirect_uri: string, metadata: object = {}): Promise<string> {
  const answer = await api(sql, 'register_oauth_client', {
    metadata: { redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', ...metadata },
    settings: { ...OAUTH, oauth_server_dynamic_redirects: 'any' },
    client,
  });
  return String((answer.client as Answer).client_id);
}

test('prompt=none of a client that registered itself sends no browser to its web site', async () => {
  const redirect_uri = 'https://evil.example.com/landing';
  const app = await registered(redirect_uri);
  const request = { redirect_uri, wishes: { prompt: 'none' } };
  const declined = await api(sql, 'decline_authorization', {
    authorization_id: await begun(sql, app, request),
    reason: 'login_required',
  });
  assert.is(declined.redirect_uri, undefined, 'nobody is signed in');
  const shown = await open(sql, await begun(sql, app, request), await confirmed(surface));
  assert.is(shown.outcome, undefined, 'signed in, never approved');
});

test('a redirect URI that was taken from a client gets no code of an authorization that had begun', async () => {
  const app = await makeClient(sql, { redirect_uris: [OTHER, 'https://client.example.com/callback'] });
  const person = await confirmed(surface);
  const stolen = { redirect_uri: OTHER };
  const waiting = await begun(sql, app, stolen);
  const bound = await begun(sql, app, stolen);
  await open(sql, bound, person);
  const decided = await approved(sql, app, person, stolen);
  await api(sql, 'change_oauth_client', {
    claims: ADMIN,
    client_id: app,
    metadata: { redirect_uris: ['https://client.example.com/callback'] },
    settings: OAUTH,
    client,
  });
  assert.is((await open(sql, waiting, person)).redirect_uri, undefined, 'shown');
  assert.is((await decide(sql, bound, person)).redirect_uri, undefined, 'approved');
  assert.is((await open(sql, decided, person)).redirect_uri, undefined, 'told again');
  assert.is(codeOf(await exchange(sql, app, decided, { redirect_uri: OTHER })), 'Invalid authorization code');
});

test('who signs in anew for max_age can approve: also with max_age=0, and a second later with 1', async () => {
  const app = await makeClient(sql);
  for (const max_age of ['0', '1']) {
    const id = await begun(sql, app, { wishes: { max_age } });
    await surface.advance(5);
    const person = await confirmed(surface);
    await surface.advance(5);
    assert.is((await open(sql, id, person)).sign_in_again, false, max_age);
    assert.is((await decide(sql, id, person)).outcome, 'code', max_age);
  }
});

test('the access of a client that skips consent can be taken back, by its user and by an administrator', async () => {
  const app = await makeClient(sql, { skips_consent: true });
  for (const by of ['user', 'administrator'] as const) {
    const person = await confirmed(surface);
    const issued = await signedIn(sql, app, person);
    const grants = (await api(sql, 'list_grants', { claims: person.claims, settings: OAUTH })) as unknown as Answer[];
    assert.is(grants.length, 1, 'listed');
    const revoked =
      by === 'user'
        ? await api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH, client })
        : await api(sql, 'revoke_user_grant', {
            claims: ADMIN,
            user_id: person.id,
            client_id: app,
            settings: OAUTH,
            client,
          });
    assert.is(codeOf(revoked), 'ok', by);
    assert.is.not(codeOf(await refreshed(sql, app, issued)), 'ok');
  }
});

test('a client gets no token with the role of an administrator', async () => {
  const app = await registered('http://localhost/cb');
  const person = await confirmed(surface);
  await sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  const claims = { ...person.claims, role: 'service_role' };
  const who = { id: person.id, claims };
  const id = await approved(sql, app, who, { redirect_uri: 'http://localhost/cb' });
  const issued = (await exchange(sql, app, id, {
    redirect_uri: 'http://localhost/cb',
    proof: proof(app, { method: 'none', generation: null }),
  })) as unknown as Issued;
  assert.is(issued.claims.role, 'authenticated');
});

test('a registration keeps each grant type once, however often it is named', async () => {
  const app = await registered('http://localhost/cb', {
    grant_types: Array.from({ length: 40_000 }, () => 'authorization_code'),
  });
  const [row] = await sql`select cardinality(grant_types) as n from auth.oauth_clients where id = ${app}`;
  assert.is(row?.n, 1);
});

test('a client that registered itself is never trusted: the administrator gets an error, and not a failure', async () => {
  const app = await registered('https://app.example.com/cb', { token_endpoint_auth_method: 'client_secret_basic' });
  for (const metadata of [{ require_pkce: false }, { skips_consent: true }]) {
    const answer = await api(sql, 'change_oauth_client', {
      claims: ADMIN,
      client_id: app,
      metadata,
      settings: OAUTH,
      client,
    });
    assert.match(codeOf(answer), /administrator created/);
  }
});

/** Signs a user up under autoconfirm: nobody has read the mailbox. */
async function autoconfirmed(email: string): Promise<Person> {
  const password = 'correct horse battery';
  const answer = await api(sql, 'sign_up', {
    email,
    password,
    settings: settings({ mailer_autoconfirm: true }),
    client,
  });
  const session = sessionOf(answer);
  return { id: String(session.claims.sub), email, password, ...session };
}

/** Returns what a new sign-in of a client tells about an e-mail address: in the ID token and at userinfo. */
async function toldAddress(app: string, person: Person): Promise<unknown[]> {
  const answer = await exchange(sql, app, await approved(sql, app, person, { scope: 'openid email' }));
  const { claims, id_claims } = answer as { claims: Answer; id_claims: Answer };
  const told = await api(sql, 'get_userinfo', { claims, settings: OAUTH });
  assert.equal([told.email, told.email_verified], [id_claims.email, id_claims.email_verified], 'they agree');
  return [id_claims.email, id_claims.email_verified];
}

test('an address that autoconfirm alone confirmed is not verified for clients, until a message there is read', async () => {
  const app = await makeClient(sql);
  const person = await autoconfirmed(newEmail());
  assert.equal(await toldAddress(app, person), [person.email, false]);
  await api(sql, 'request_magic_link', { email: person.email, settings: settings(), client });
  const answer = await api(sql, 'verify_token', {
    type: 'magiclink',
    link: link(await sentToken(surface, person.id, 'recovery')),
    settings: settings(),
    client,
  });
  assert.equal(await toldAddress(app, { ...person, ...sessionOf(answer) }), [person.email, true]);
});

test('every way of autoconfirm leaves an address unverified; a mail, an administrator and a provider verify it', async () => {
  const app = await makeClient(sql);
  const auto = settings({ mailer_autoconfirm: true });
  const taken = newEmail();
  await api(sql, 'sign_up', { email: taken, password: 'another horse battery', settings: settings(), client });
  assert.equal(await toldAddress(app, await autoconfirmed(taken)), [taken, false], 'an account without an owner');
  const byMail = await confirmed(surface);
  assert.equal(await toldAddress(app, byMail), [byMail.email, true], 'mail');
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
        settings: { ...OAUTH, oauth_server_dynamic_redirects: 'any' },
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
    const app = await registered(redirect_uri, { scope });
    const answer = await start(sql, app, { redirect_uri, scope: 'notes:write' }, own);
    assert.equal([answer.outcome, answer.error], ['error', 'invalid_scope'], scope);
  }
});

test('a session past its limits neither sees nor decides a request', async () => {
  const app = await makeClient(sql);
  const person = await confirmed(surface);
  await approved(sql, app, person, { scope: 'email' });
  const [waiting, remembered] = [await begun(sql, app, { scope: 'phone' }), await begun(sql, app, { scope: 'email' })];
  await open(sql, waiting, person);
  await surface.advance(120);
  const limited: Args = { ...OAUTH, sessions_timebox: 60 };
  const message = 'Session from session_id claim in JWT does not exist';
  assert.is(codeOf(await decide(sql, waiting, person, { settings: limited })), message);
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
  const person = await confirmed(surface);
  await signedIn(sql, app, person);
  const listed = async (more: Args) =>
    ((await api(sql, 'get_sessions', { claims: person.claims, settings: { ...OAUTH, ...more } })).sessions as unknown[])
      .length;
  await surface.advance(120);
  assert.is(await listed({}), 2);
  assert.is(await listed({ oauth_server_session_timebox: 60 }), 1);
  assert.is(await listed({ oauth_server_session_inactivity_timeout: 60 }), 1);
});

test('a private-use scheme is always asked for, also by a client with a secret', async () => {
  const redirect_uri = 'com.example.app:/cb';
  const app = await makeClient(sql, { redirect_uris: [redirect_uri, 'http://localhost/cb'] });
  const person = await confirmed(surface);
  await approved(sql, app, person, { redirect_uri });
  assert.is((await open(sql, await begun(sql, app, { redirect_uri }), person)).outcome, undefined);
  const local = { redirect_uri: 'http://localhost/cb' };
  assert.is((await open(sql, await begun(sql, app, local), person)).outcome, 'code', 'this machine');
});

test.run();
