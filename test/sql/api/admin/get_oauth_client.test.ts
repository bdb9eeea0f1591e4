// get_oauth_client: a client without its secret.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH } from '../../../support/database/oauth.ts';
import { api, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('shows a client in every spelling of its id, without secrets', async () => {
  const client_id = await makeClient(sql);
  for (const id of [client_id, `{${client_id}}`, client_id.replaceAll('-', '')]) {
    const shown = await api(sql, 'get_oauth_client', { claims: ADMIN, client_id: id, settings: OAUTH });
    assert.is(shown.client_id, client_id);
    assert.not.match(JSON.stringify(shown), /secret_generation|imported/);
  }
});

test.run();
