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
} from '../support/database/oauth.ts';
import { type Answer, api, client, confirmed, openSurface } from '../support/database/surface.ts';

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

test.run();
