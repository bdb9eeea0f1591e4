// Tests of renew_oauth_client_secret.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, clientCredentials, makeClient, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');

test('a renewed secret counts at once; the former one as long as the overlap says', async () => {
  const client_id = await makeClient(sql);
  const renew = (overlap: number) =>
    api(sql, 'renew_oauth_client_secret', {
      claims: ADMIN,
      client_id,
      settings: { ...OAUTH_SETTINGS, oauth_server_secret_overlap: overlap },
      client,
    });
  const works = async (generation: number) =>
    codeOf(
      await api(sql, 'revoke_authorized_session', { proof: clientCredentials(client_id, { generation }), client }),
    ) === 'ok';
  assert.equal((await renew(60)).secret, { id: client_id, generation: 2 });
  assert.equal([await works(1), await works(2), await works(3)], [true, true, false]);
  await sql_api.advance(61);
  assert.equal([await works(1), await works(2)], [false, true]);
  await renew(0);
  assert.equal([await works(2), await works(3)], [false, true]);
});

test.run();
