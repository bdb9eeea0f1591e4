// inspect_authorized_session: a confidential client sees its own tokens and those for its resources, and nothing else.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH, proof, signedIn } from '../../../support/database/oauth.ts';
import { type Answer, api, client, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const [app, stranger] = [await makeClient(sql), await makeClient(sql)];
const server = await makeClient(sql, { resources: ['https://mcp.example.com'] });
const inspect = (
  by: string,
  issued: { claims: Answer; refresh: Answer },
  o: { refresh?: boolean; proof?: object } = {},
) =>
  api(sql, 'inspect_authorized_session', {
    proof: o.proof ?? proof(by),
    user_id: issued.refresh.user_id,
    session_id: issued.refresh.session_id,
    counter: o.refresh ? issued.refresh.counter : null,
    token_claims: o.refresh ? null : issued.claims,
    settings: OAUTH,
  });

test('tells a client about its own tokens, and a resource server about those for its resource', async () => {
  const person = await confirmed(surface);
  const issued = (await signedIn(sql, app, person, { scope: 'email', resource: ['https://mcp.example.com'] })) as never;
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
  const ends: ((id: string, client_id: string, claims: Answer) => Promise<unknown>)[] = [
    (_, client_id, claims) => api(sql, 'revoke_grant', { claims, client_id, settings: OAUTH, client }),
    (id) => sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`,
    () => surface.advance(31 * 86_400),
  ];
  for (const end of ends) {
    const person = await confirmed(surface);
    const issued = (await signedIn(sql, app, person)) as never;
    assert.is((await inspect(app, issued)).active, true);
    await end(person.id, app, person.claims);
    assert.equal(await inspect(app, issued), { active: false });
  }
  const gone = await makeClient(sql);
  const issued = (await signedIn(sql, gone, await confirmed(surface))) as never;
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id: gone, settings: OAUTH, client });
  assert.equal(await inspect(app, issued), { active: false });
});

test('a public client may not ask, and an old refresh token is inactive', async () => {
  const client_id = await makeClient(sql, { client_type: 'public' });
  const issued = await signedIn(sql, app, await confirmed(surface));
  const refused = await inspect(client_id, issued as never, { proof: { client_id, method: 'none' } });
  assert.is((refused.refused as Answer).code, 'invalid_client');
  const older = { ...issued, refresh: { ...issued.refresh, counter: issued.refresh.counter - 1 } };
  assert.equal(await inspect(app, older as never, { refresh: true }), { active: false });
});

test.run();
