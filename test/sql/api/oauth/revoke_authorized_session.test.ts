// Tests of revoke_authorized_session.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientCredentials, makeClient, signInByClient } from '../../../support/database/oauth.ts';
import { api, client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('ends what is the client’s own; another client’s, a first-party and an unknown session stay', async () => {
  const person = await createConfirmedPerson(sql_api);
  const [app, other] = [await makeClient(sql), await makeClient(sql)];
  const { refresh } = await signInByClient(sql, app, person);
  const revoke = (by: string, session_id: string) =>
    sql_api.changes(() =>
      api(sql, 'revoke_authorized_session', { proof: clientCredentials(by), user_id: person.id, session_id, client }),
    );
  assert.equal(await revoke(other, refresh.session_id), []);
  assert.equal(await revoke(app, person.session_id), []);
  assert.equal(await revoke(app, '00000000-0000-4000-8000-000000000000'), []);
  assert.equal(await revoke(app, refresh.session_id), ['audit_log', 'sessions']);
  assert.equal(await revoke(app, refresh.session_id), [], 'once');
});

test('ends the session of an imported refresh token; another client’s token ends nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  const [app, other] = [await makeClient(sql), await makeClient(sql)];
  const { refresh } = await signInByClient(sql, app, person);
  await sql`insert into auth.old_refresh_tokens (digest, user_id, session_id, counter)
    values (sha256('clienttoken1'), ${person.id}, ${refresh.session_id}, 1)`;
  const old_token = createHash('sha256').update('clienttoken1').digest('hex');
  const revoke = (by: string) =>
    sql_api.changes(() =>
      api(sql, 'revoke_authorized_session', {
        proof: clientCredentials(by),
        user_id: null,
        session_id: null,
        client,
        old_token,
      }),
    );
  assert.equal(await revoke(other), []);
  assert.equal(await revoke(app), ['audit_log', 'sessions']);
});

test.run();
