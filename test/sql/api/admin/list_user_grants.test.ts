// list_user_grants: what a user has approved, for an administrator.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH, signedIn } from '../../../support/database/oauth.ts';
import { type Answer, api, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('lists the clients of a user', async () => {
  const person = await confirmed(surface);
  const client_id = await makeClient(sql);
  await signedIn(sql, client_id, person);
  const args = { claims: ADMIN, user_id: person.id, settings: OAUTH };
  const grants = (await api(sql, 'list_user_grants', args)) as unknown as Answer[];
  assert.equal(
    grants.map((grant) => (grant.client as Answer).id),
    [client_id],
  );
});

test.run();
