// refresh_session for clients of the OAuth server: a client without the grant type refresh_token gets no new tokens.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient, OAUTH, proof, signedIn } from '../../../support/database/oauth.ts';
import { api, client, confirmed, openSurface, refusedCode } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('a client that may no longer use the grant is refused, and its session stays as it is', async () => {
  const person = await confirmed(surface);
  const client_id = await makeClient(sql);
  const { refresh } = await signedIn(sql, client_id, person);
  await sql`update auth.oauth_clients set grant_types = '{authorization_code}' where id = ${client_id}`;
  const changed = await surface.changes(async () => {
    const answer = await api(sql, 'refresh_session', {
      ...{ user_id: person.id, session_id: refresh.session_id, counter: refresh.counter },
      ...{ proof: proof(client_id), settings: OAUTH, client },
    });
    assert.is(refusedCode(answer), 'unauthorized_client');
  });
  assert.equal(changed, []);
});

test.run();
