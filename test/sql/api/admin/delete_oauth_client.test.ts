// delete_oauth_client: everything of the client ends.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, approved, makeClient, OAUTH, signedIn } from '../../../support/database/oauth.ts';
import { api, client, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('deleting a client ends sessions, codes and consents in one transaction, and is audited', async () => {
  const person = await confirmed(surface);
  const client_id = await makeClient(sql);
  await signedIn(sql, client_id, person);
  await approved(sql, client_id, person);
  const changed = await surface.changes(() =>
    api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH, client }),
  );
  assert.equal(changed, ['audit_log', 'oauth_authorizations', 'oauth_clients', 'oauth_consents', 'sessions']);
  assert.equal((await surface.audited())?.actions, ['oauth_client_deleted']);
});

test.run();
