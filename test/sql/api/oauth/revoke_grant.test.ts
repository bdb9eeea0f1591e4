// revoke_grant: ends sessions and authorizations of a client for one user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { approved, exchange, makeClient, OAUTH, signedIn } from '../../../support/database/oauth.ts';
import { type Answer, api, client, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const app = await makeClient(sql);

test('ends the client’s sessions and codes of this user, and of nobody else', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  for (const one of [person, other]) await signedIn(sql, app, one);
  const code = await approved(sql, app, person);
  const changed = await surface.changes(() =>
    api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH, client }),
  );
  assert.equal(changed, ['audit_log', 'oauth_authorizations', 'oauth_consents', 'sessions']);
  assert.equal(await surface.audited(), {
    actions: ['token_revoked'],
    traits: { action: 'revoke_oauth_grant', oauth_client_id: app },
    actor_id: person.id,
  });
  assert.is(((await exchange(sql, app, code)).refused as Answer).message, 'Invalid authorization code');
  const live = await sql`select user_id from auth.sessions where oauth_client_id = ${app} and revoked_at is null`;
  assert.equal(
    live.map((row) => row.user_id),
    [other.id],
  );
});

test.run();
