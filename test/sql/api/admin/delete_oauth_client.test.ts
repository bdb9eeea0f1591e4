// Tests of delete_oauth_client.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  createApprovedAuthorization,
  makeClient,
  OAUTH_SETTINGS,
  signInByClient,
} from '../../../support/database/oauth.ts';
import { api, client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';
import { WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('deleting a client ends sessions, codes and consents in one transaction, and is audited', async () => {
  const person = await createConfirmedPerson(sql_api);
  const client_id = await makeClient(sql);
  await signInByClient(sql, client_id, person);
  await createApprovedAuthorization(sql, client_id, person);
  const changed = await sql_api.changes(() =>
    api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH_SETTINGS, client }),
  );
  assert.equal(changed, ['audit_log', 'oauth_authorizations', 'oauth_clients', 'oauth_consents', 'sessions']);
  assert.equal((await sql_api.audited())?.actions, ['oauth_client_deleted']);
});

test('webhooks get an event for each grant that is created, revoked by its user, or ended with the client', async () => {
  const client_id = await makeClient(sql);
  const [first, second, third] = [
    await createConfirmedPerson(sql_api),
    await createConfirmedPerson(sql_api),
    await createConfirmedPerson(sql_api),
  ];
  const kinds = ['grant.created', 'grant.revoked'];
  const webhook = { ...WRITE_ARGUMENTS, id: randomUUID(), url: 'https://hooks.example.com/', kinds, secret: 'sealed' };
  await sql_api.call('create_webhook', webhook);
  for (const person of [first, second]) await signInByClient(sql, client_id, person, { scope: 'email' });
  await createApprovedAuthorization(sql, client_id, third);
  await api(sql, 'revoke_grant', { claims: first.claims, client_id, settings: OAUTH_SETTINGS, client });
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH_SETTINGS, client });
  const events = await sql`select e.kind, e.user_id, e.data #>> '{client,id}' as client from auth.webhook_events as e`;
  const expected = [first, second, third].flatMap((person) => kinds.map((kind) => `${kind} ${person.id} ${client_id}`));
  assert.equal(events.map((event) => `${event.kind} ${event.user_id} ${event.client}`).sort(), expected.sort());
});

test.run();
