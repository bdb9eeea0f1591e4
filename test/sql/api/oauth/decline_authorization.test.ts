// Tests of decline_authorization.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createStartedAuthorization, getAuthorization, makeClient } from '../../../support/database/oauth.ts';
import { api, type CallResult, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');

test('answers prompt=none once and again, and nothing else', async () => {
  const app = await makeClient(sql);
  const decline = (authorization_id: string) =>
    api(sql, 'decline_authorization', { authorization_id, reason: 'login_required' });
  const silent = await createStartedAuthorization(sql, app, { wishes: { prompt: 'none' } });
  for (const _ of [1, 2])
    assert.equal([(await decline(silent)).outcome, (await decline(silent)).error], ['error', 'login_required']);
  assert.is(codeOf(await decline(await createStartedAuthorization(sql, app))), 'authorization not found');
  const bound = await createStartedAuthorization(sql, app, { wishes: { prompt: 'none' } });
  await getAuthorization(sql, bound, await createConfirmedPerson(sql_api));
  assert.is(codeOf(await decline(bound)), 'authorization not found');
});

test.run();
