// list_grants: what a user has approved.
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

test.run();
