// Tests of inspect_authorized_session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  clientCredentials,
  makeClient,
  OAUTH_SETTINGS,
  signInByClient,
} from '../../../support/database/oauth.ts';
import { api, type CallResult, client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const [app, stranger] = [await makeClient(sql), await makeClient(sql)];
const server = await makeClient(sql, { resources: ['https://mcp.example.com'] });
const inspect = (
  by: string,
  issued: { claims: CallResult; refresh: CallResult },
  o: { refresh?: boolean; proof?: object } = {},
) =>
  api(sql, 'inspect_authorized_session', {
    proof: o.proof ?? clientCredentials(by),
    user_id: issued.refresh.user_id,
    session_id: issued.refresh.session_id,
    counter: o.refresh ? issued.refresh.counter : null,
    token_claims: o.refresh ? null : issued.claims,
    settings: OAUTH_SETTINGS,
  });

test('describes to a client only its own tokens, and to a resource server only tokens for its resource', async () => {
  const person = await createConfirmedPerson(sql_api);
  const issued = (await signInByClient(sql, app, person, {
    scope: 'email',
    resource: ['https://mcp.example.com'],
  })) as never;
  const shown = await inspect(app, issued);
  assert.equal([shown.active, shown.sub, shown.username, shown.scope], [true, person.id, person.email, 'email']);
  assert.is((await inspect(server, issued)).active, true);
  assert.equal(await inspect(stranger, issued), { active: false });
  assert.is((await inspect(app, issued, { refresh: true })).active, true);
  assert.equal(
    await inspect(server, issued, { refresh: true }),
    { active: false },
    'a refresh token is its client’s affair',
  );
});

test('a token of an ended session, a banned user or a deleted client is inactive', async () => {
  const ends: ((id: string, client_id: string, claims: CallResult) => Promise<unknown>)[] = [
    (_, client_id, claims) => api(sql, 'revoke_grant', { claims, client_id, settings: OAUTH_SETTINGS, client }),
    (id) => sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`,
    () => sql_api.advance(31 * 86_400),
  ];
  for (const end of ends) {
    const person = await createConfirmedPerson(sql_api);
    const issued = (await signInByClient(sql, app, person)) as never;
    assert.is((await inspect(app, issued)).active, true);
    await end(person.id, app, person.claims);
    assert.equal(await inspect(app, issued), { active: false });
  }
  const gone = await makeClient(sql);
  const issued = (await signInByClient(sql, gone, await createConfirmedPerson(sql_api))) as never;
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id: gone, settings: OAUTH_SETTINGS, client });
  assert.equal(await inspect(app, issued), { active: false });
});

test('a public client may not ask, and an old refresh token is inactive', async () => {
  const client_id = await makeClient(sql, { client_type: 'public' });
  const issued = await signInByClient(sql, app, await createConfirmedPerson(sql_api));
  const refused = await inspect(client_id, issued as never, { proof: { client_id, method: 'none' } });
  assert.is((refused.refused as CallResult).code, 'invalid_client');
  const older = { ...issued, refresh: { ...issued.refresh, counter: issued.refresh.counter - 1 } };
  assert.equal(await inspect(app, older as never, { refresh: true }), { active: false });
});

test.run();
