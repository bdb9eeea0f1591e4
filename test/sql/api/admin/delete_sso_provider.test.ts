// Tests of delete_sso_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient, signInByClient } from '../../../support/database/oauth.ts';
import { type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, finishArguments, newAssertion, startFlow } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;

test('deleting ends flows and sessions of the provider, and keeps accounts', async () => {
  for (const end_sessions of [null, 'false']) {
    const provider = await createProvider(sql_api);
    const assertion = newAssertion();
    await sql_api.call('finish_saml_flow', finishArguments(provider.id, null, assertion));
    await startFlow(sql_api, provider.id);
    const gone = await sql_api.call('delete_sso_provider', { ...ADMIN, id: provider.id, end_sessions, client });
    assert.equal(gone, provider);
    const [session] = await sql_api.db.sql`
      select s.revoked_reason from auth.sessions as s join auth.users as u on u.id = s.user_id
      where u.email = ${String(assertion.email)}`;
    assert.is(session?.revoked_reason, end_sessions === 'false' ? null : 'admin');
    assert.equal(await sql_api.rows('auth.flow_states', `t.provider = 'sso:${provider.id}'`), []);
    assert.equal((await sql_api.audited())?.actions, ['sso_provider_deleted']);
    await sql_api.refused('delete_sso_provider', { ...ADMIN, id: provider.id, client }, GONE);
  }
});

test('deleting ends the sessions of clients that its users have approved, and of no other user', async () => {
  const { sql } = sql_api.db;
  const app = await makeClient(sql);
  const [own, other] = [await createProvider(sql_api), await createProvider(sql_api)];
  const sessions: string[] = [];
  for (const provider of [own, other]) {
    const answer = await sql_api.call('finish_saml_flow', finishArguments(provider.id, null, newAssertion()));
    const { id } = answer.body as { id: string };
    const issued = await signInByClient(sql, app, { id, claims: answer.claims as CallResult });
    sessions.push(issued.refresh.session_id);
  }
  const reasons = async (): Promise<unknown[]> =>
    (
      await sql`select revoked_reason from auth.sessions where id = any (${sessions}) order by array_position(${sessions}::uuid[], id)`
    ).map(({ revoked_reason }) => revoked_reason);
  await sql_api.call('delete_sso_provider', { ...ADMIN, id: own.id, client });
  assert.equal(await reasons(), ['admin', null]);
  await sql_api.call('delete_sso_provider', { ...ADMIN, id: other.id, end_sessions: 'false', client });
  assert.equal(await reasons(), ['admin', null]);
});

test.run();
