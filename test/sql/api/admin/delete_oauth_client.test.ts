// delete_oauth_client: everything of the client ends.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, approved, makeClient, OAUTH, signedIn } from '../../../support/database/oauth.ts';
import { api, client, confirmed, openSurface } from '../../../support/database/surface.ts';
import { CHANGING } from './webhooks.ts';

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

test('webhooks are told of each grant: made, revoked by its user, and ended with the client', async () => {
  const client_id = await makeClient(sql);
  const [first, second, third] = [await confirmed(surface), await confirmed(surface), await confirmed(surface)];
  const kinds = ['grant.created', 'grant.revoked'];
  const webhook = { ...CHANGING, id: randomUUID(), url: 'https://hooks.example.com/', kinds, secret: 'sealed' };
  await surface.call('create_webhook', webhook);
  for (const person of [first, second]) await signedIn(sql, client_id, person, { scope: 'email' });
  await approved(sql, client_id, third);
  await api(sql, 'revoke_grant', { claims: first.claims, client_id, settings: OAUTH, client });
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH, client });
  const events = await sql`select e.kind, e.user_id, e.data #>> '{client,id}' as client from auth.webhook_events as e`;
  const expected = [first, second, third].flatMap((person) => kinds.map((kind) => `${kind} ${person.id} ${client_id}`));
  assert.equal(events.map((event) => `${event.kind} ${event.user_id} ${event.client}`).sort(), expected.sort());
});

test.run();
