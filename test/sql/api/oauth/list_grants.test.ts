// list_grants: the clients that a user has approved.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient, OAUTH, signedIn } from '../../../support/database/oauth.ts';
import { type Answer, api, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('lists the approved clients of the caller, the newest first', async () => {
  const person = await confirmed(surface);
  const clients = [await makeClient(sql, { client_name: 'One' }), await makeClient(sql, { client_name: 'Two' })];
  for (const id of clients) {
    await signedIn(sql, id, person, { scope: 'email profile' });
    await surface.advance(1);
  }
  const grants = (await api(sql, 'list_grants', { claims: person.claims, settings: OAUTH })) as unknown as Answer[];
  assert.equal(
    grants.map((grant) => (grant.client as Answer).id),
    [...clients].reverse(),
  );
  assert.equal(grants[0]?.scopes, ['email', 'profile']);
  const nobody = await confirmed(surface);
  assert.equal(await api(sql, 'list_grants', { claims: nobody.claims, settings: OAUTH }), []);
});

test('the new owner of an account finds no client that somebody else approved before', async () => {
  const stranger = await confirmed(surface);
  await signedIn(sql, await makeClient(sql, { client_name: 'Lure' }), stranger);
  const left = async () => (await sql`select from auth.oauth_consents where user_id = ${stranger.id}`).length;
  assert.is(await left(), 1);
  await sql`select auth_lib.assign_ownership(u, null, null) from auth.users as u where u.id = ${stranger.id}`;
  assert.is(await left(), 0);
});

test.run();
