// Tests of get_userinfo.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createApprovedAuthorization,
  exchangeAuthorization,
  makeClient,
  OAUTH_SETTINGS,
} from '../../../support/database/oauth.ts';
import { api, type CallResult, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);

test('claims of access token, ID token and userinfo follow the scopes, in all 32 combinations, and agree', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql`update auth.users set phone = '4915112345678', phone_confirmed_at = now(),
    raw_user_meta_data = '{"name": "Ada", "avatar_url": "https://a.example/x.png"}' where id = ${person.id}`;
  const all = ['openid', 'profile', 'email', 'phone', 'offline_access'];
  for (let bits = 1; bits < 32; bits += 1) {
    const scopes = all.filter((_, at) => bits & (1 << at));
    const issued = await exchangeAuthorization(
      sql,
      app,
      await createApprovedAuthorization(sql, app, person, { scope: scopes.join(' ') }),
    );
    const claims = issued.claims as CallResult;
    const info = await api(sql, 'get_userinfo', { claims, settings: OAUTH_SETTINGS });
    const has = (name: string) => scopes.includes(name);
    assert.equal([claims.email !== '', 'email' in info], [has('email'), has('email')], scopes.join());
    assert.equal([claims.phone !== '', 'phone_number' in info], [has('phone'), has('phone')], scopes.join());
    assert.equal(
      [Object.keys(claims.user_metadata as object).length > 0, 'name' in info],
      [has('profile'), has('profile')],
    );
    assert.is(issued.id_claims !== null, has('openid'));
    assert.is(issued.refresh !== null, !has('openid') || has('offline_access'), scopes.join());
    const told = (issued.id_claims ?? {}) as CallResult;
    for (const name of ['email', 'email_verified', 'phone_number', 'name', 'picture', 'updated_at']) {
      if (has('openid')) assert.equal(told[name], info[name], `${name} with ${scopes.join()}`);
    }
  }
});

test.run();
