// revoke_user_grant: an administrator revokes a user's approval of a client.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH, signedIn } from '../../../support/database/oauth.ts';
import { type Answer, api, client, confirmed, openSurface, refusedCode } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('ends the client’s sessions of the user, audited as the administrator’s', async () => {
  const person = await confirmed(surface);
  const client_id = await makeClient(sql);
  await signedIn(sql, client_id, person);
  const args = { claims: ADMIN, user_id: person.id, client_id, settings: OAUTH, client };
  assert.equal(await api(sql, 'revoke_user_grant', args), {});
  assert.equal(
    (await sql`select from auth.sessions where oauth_client_id = ${client_id} and revoked_at is null`).length,
    0,
  );
  const audited = await surface.audited();
  assert.equal([audited?.actions, (audited?.traits as Answer | undefined)?.user_id], [['token_revoked'], person.id]);
});

test('a client has to be named', async () => {
  const person = await confirmed(surface);
  const answer = await api(sql, 'revoke_user_grant', {
    claims: ADMIN,
    user_id: person.id,
    client_id: '',
    settings: OAUTH,
    client,
  });
  assert.is(refusedCode(answer), 'validation_failed');
});

test.run();
