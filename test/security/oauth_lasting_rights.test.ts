// A session of a client loses scopes that the client is no longer registered for, ends with the SSO session of its
// user, and gets no privileged role from a hook. Also tests introspection of imported refresh tokens, and the maximum
// number of clients.
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  clientCredentials,
  createApprovedAuthorization,
  exchangeAuthorization,
  type IssuedTokens,
  makeClient,
  OAUTH_SETTINGS,
  refreshClientSession,
  signInByClient,
} from '../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
} from '../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const sessionOf = async ({ refresh }: IssuedTokens) =>
  (await sql`select scopes, revoked_reason from auth.sessions where id = ${refresh.session_id}`)[0];
const change = (client_id: string, metadata: CallArguments) =>
  api(sql, 'change_oauth_client', { claims: ADMIN, client_id, metadata, settings: OAUTH_SETTINGS, client });
const message = (answer: CallResult): unknown => (answer.refused as CallResult | undefined)?.message;

test('a scope of blanks alone is refused at a refresh, and the token stays valid', async () => {
  const app = await makeClient(sql);
  const issued = await signInByClient(sql, app, await createConfirmedPerson(sql_api), { scope: 'email profile' });
  const answer = await refreshClientSession(sql, app, issued, { scope: '  ' });
  assert.equal([returnedErrorCode(answer), message(answer)], ['invalid_scope', 'scope parameter cannot be empty']);
  assert.is((await refreshClientSession(sql, app, issued, { scope: '' })).refused, undefined);
});

test('fewer registered scopes narrow the sessions of a client at their next refresh, for good', async () => {
  const app = await makeClient(sql);
  let issued = await signInByClient(sql, app, await createConfirmedPerson(sql_api), { scope: 'email profile phone' });
  await change(app, { scope: 'email openid' });
  issued = (await refreshClientSession(sql, app, issued, { scope: '' })) as unknown as IssuedTokens;
  assert.is(issued.claims.scope, 'email');
  assert.equal((await sessionOf(issued))?.scopes, ['email']);
  assert.is(
    message(await refreshClientSession(sql, app, issued, { scope: 'profile' })),
    'The scope is wider than what was granted',
  );
  await change(app, { scope: 'email profile phone' });
  issued = (await refreshClientSession(sql, app, issued, { scope: '' })) as unknown as IssuedTokens;
  assert.is(issued.claims.scope, 'email', 'a scope that was taken away comes back by consent only');
});

test('a session without any registered scope left ends', async () => {
  const app = await makeClient(sql, { backchannel_logout_uri: 'https://client.example.com/backchannel' });
  const issued = await signInByClient(sql, app, await createConfirmedPerson(sql_api), { scope: 'profile' });
  await change(app, { scope: 'email' });
  assert.is(returnedErrorCode(await refreshClientSession(sql, app, issued, { scope: '' })), 'refresh_token_not_found');
  assert.is((await sessionOf(issued))?.revoked_reason, 'grant');
  assert.is((await sql`select from auth.oauth_logouts where session_id = ${issued.refresh.session_id}`).length, 1);
});

test('a hook gives no token of a client a privileged role, and still another one', async () => {
  await sql.unsafe(`create schema app; grant usage on schema app to auth_hooks;
    create role lasting_writer;
    create function app.token(event jsonb) returns jsonb language sql as $$
      select jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('role',
        coalesce(event #>> '{claims,user_metadata,role}', 'authenticated'))) $$;
    grant execute on function app.token(jsonb) to auth_hooks`);
  const hooked = { ...OAUTH_SETTINGS, hooks: { custom_access_token: { schema: 'app', function: 'token' } } };
  const person = await createConfirmedPerson(sql_api);
  const app = await makeClient(sql);
  const issued = await signInByClient(sql, app, person, { scope: 'email profile' });
  const asks = async (role: string): Promise<CallResult> => {
    await sql`update auth.users set raw_user_meta_data = ${sql.json({ role })} where id = ${person.id}`;
    return refreshClientSession(sql, app, issued, { scope: '', settings: hooked }).catch((error: Error) => ({
      raised: error.message,
    }));
  };
  const [{ name }] = (await sql`select current_user as name`) as unknown as [{ name: string }];
  for (const role of ['service_role', 'supabase_admin', 'auth_owner', name]) {
    const answer = await asks(role);
    assert.match(JSON.stringify(answer), /role: must not be privileged/, role);
  }
  const { claims } = (await asks('lasting_writer')) as unknown as IssuedTokens;
  assert.is(claims.role, 'lasting_writer');
  await sql.unsafe('drop role lasting_writer');
});

test('a hook that drops client_id or the scope makes no token for a client, neither for a code nor at a refresh', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await makeClient(sql);
  const issued = await signInByClient(sql, app, person, { scope: 'email' });
  await sql.unsafe('create schema dropping; grant usage on schema dropping to auth_hooks');
  for (const name of ['client_id', 'scope']) {
    await sql.unsafe(`create function dropping.${name}(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('claims', (event -> 'claims') - '${name}'::text) $$;
      grant execute on function dropping.${name}(jsonb) to auth_hooks`);
    const settings = { ...OAUTH_SETTINGS, hooks: { custom_access_token: { schema: 'dropping', function: name } } };
    const code = await createApprovedAuthorization(sql, app, person, { scope: 'email' });
    for (const ask of [
      () => exchangeAuthorization(sql, app, code, { settings }),
      () => refreshClientSession(sql, app, issued, { settings }),
    ]) {
      const fault = await ask().then(JSON.stringify, (error: Error) => error.message);
      assert.match(fault, new RegExp(`claims do not conform.*${name}`));
    }
  }
});

test('introspection knows a refresh token of an import: its own client reads that it is active, once it is the current one', async () => {
  const [app, other] = [await makeClient(sql), await makeClient(sql)];
  const person = await createConfirmedPerson(sql_api);
  const { refresh } = await signInByClient(sql, app, person, { scope: 'email' });
  await sql`update auth.sessions set counter = 1 where id = ${refresh.session_id}`;
  for (const [counter, token] of ['before', 'current'].entries())
    await sql`insert into auth.old_refresh_tokens (digest, user_id, session_id, counter)
      values (sha256(${token}), ${person.id}, ${refresh.session_id}, ${counter})`;
  const inspect = (by: string, token: string) =>
    api(sql, 'inspect_authorized_session', {
      proof: clientCredentials(by),
      old_token: createHash('sha256').update(token).digest('hex'),
      settings: OAUTH_SETTINGS,
    });
  const shown = await inspect(app, 'current');
  assert.equal([shown.active, shown.sub, shown.scope], [true, person.id, 'email']);
  for (const [by, token] of [
    [other, 'current'],
    [app, 'before'],
    [app, randomUUID()],
  ] as const)
    assert.equal(await inspect(by, token), { active: false }, token);
});

test('parallel registrations do not exceed the number of clients', async () => {
  const count = async () =>
    Number(
      (await sql`select count(*) from auth.oauth_clients where registration_type <> 'manual' and deleted_at is null`)[0]
        ?.count,
    );
  const most = (await count()) + 3;
  const settings = { ...OAUTH_SETTINGS, oauth_server_max_dynamic_clients: most, oauth_server_dynamic_redirects: 'any' };
  const pool = sql_api.db.connect(8);
  const one = (index: number) => {
    if (index % 2 === 0)
      return api(pool, 'register_oauth_client', {
        metadata: { redirect_uris: ['http://localhost/cb'] },
        settings,
        client,
      });
    const document_url = `https://client.example.com/${randomUUID()}.json`;
    const document = { client_id: document_url, client_name: 'App', redirect_uris: ['https://client.example.com/cb'] };
    return api(pool, 'save_client_document', { document_url, document, seconds: 600, settings, client });
  };
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => one(index)));
  await pool.end();
  assert.is(await count(), most);
  assert.is(answers.filter(({ refused }) => refused === undefined).length, 3);
});

test('a client’s session of a user of SSO ends when that user’s own session does, and its token with it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await makeClient(sql, { backchannel_logout_uri: 'https://client.example.com/backchannel' });
  await sql`update auth.sessions set not_after = auth_lib.clock() + interval '10 minutes' where id = ${person.session_id}`;
  const issued = await signInByClient(sql, app, person, { scope: 'email' });
  const [{ own, clients }] = (await sql`
    select (select not_after from auth.sessions where id = ${person.session_id}) as own,
      (select not_after from auth.sessions where id = ${issued.refresh.session_id}) as clients`) as unknown as [
    { own: Date; clients: Date },
  ];
  assert.equal(clients, own);
  const { exp, iat } = issued.claims as { exp: number; iat: number };
  assert.ok(exp - iat <= 600, `a token of ${exp - iat} s`);
  assert.is((issued as unknown as { body: { expires_in: number } }).body.expires_in, exp - iat);
  await sql_api.advance(601);
  assert.is(returnedErrorCode(await refreshClientSession(sql, app, issued, { scope: '' })), 'session_expired');
  await api(sql, 'purge_expired', { most: 100, settings: OAUTH_SETTINGS });
  assert.is((await sessionOf(issued))?.revoked_reason, 'expired');
  assert.is((await sql`select from auth.oauth_logouts where session_id = ${issued.refresh.session_id}`).length, 1);
});

test.run();
