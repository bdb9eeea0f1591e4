// Tests of get_rule.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';
import { adminCalls } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { ask } = adminCalls(sql_api);

test('a function as it is installed, who may call it', async () => {
  const rule = await ask('get_rule', { name: 'auth_api.sign_up' });
  assert.equal(
    [rule.name, rule.roles, rule.security_definer, rule.owner],
    ['auth_api.sign_up', ['auth_gateway'], true, 'auth_owner'],
  );
  assert.match(String(rule.source), /CREATE OR REPLACE FUNCTION auth_api\.sign_up/);
  assert.equal((await ask('get_rule', { name: 'auth_lib.check_password_failures' })).roles, []);
  for (const name of ['pg_catalog.now', 'auth_lib.x', 'x', '', null, "auth_api.sign_up'"])
    await sql_api.refused('get_rule', { claims: ADMIN, settings: settings(), name }, [
      404,
      'not_found',
      'There is no such function',
    ]);
});

test.run();
