// Tests of end_authorized_session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient, refreshClientSession, signInByClient } from '../../../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const BACK = 'https://client.example.com/bye';
const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');
const end = (hint: CallArguments, more: CallArguments = {}) =>
  api(sql, 'end_authorized_session', { hint, client, ...more });

test('ends the session that the ID token names, once, and leaves every other', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await makeClient(sql, { post_logout_redirect_uris: [BACK] });
  const other = await makeClient(sql);
  const [first, second, elsewhere] = [
    await signInByClient(sql, app, person),
    await signInByClient(sql, app, person),
    await signInByClient(sql, other, person),
  ];
  const hint = { aud: app, sub: person.id, sid: first.refresh.session_id };
  const { actions, traits } = await (async () => {
    assert.equal(await end(hint, { post_logout_redirect_uri: BACK, client_id: app }), {
      redirect_uri: BACK,
      by_link: false,
    });
    return (await sql_api.audited()) ?? { actions: [], traits: null };
  })();
  assert.equal([actions, traits], [['token_revoked'], { reason: 'logout', oauth_client_id: app }]);
  assert.is.not(codeOf(await refreshClientSession(sql, app, first)), 'ok');
  assert.equal(await sql_api.changes(() => end(hint)), [], 'again');
  for (const [id, issued] of [
    [app, second],
    [other, elsewhere],
  ] as const) {
    assert.is(codeOf(await refreshClientSession(sql, id, issued)), 'ok');
  }
  const [own] = await sql_api.rows('auth.sessions', `id = '${person.session_id}'`);
  assert.is(own?.revoked_at, null, 'the session of the user at the app');
});

test('an ID token of another client, user or session ends nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  const [app, other] = [await makeClient(sql), await makeClient(sql)];
  const { refresh } = await signInByClient(sql, app, person);
  const hint = { aud: app, sub: person.id, sid: refresh.session_id };
  const stranger = await createConfirmedPerson(sql_api);
  for (const wrong of [
    { ...hint, aud: other },
    { ...hint, sub: stranger.id },
    { ...hint, sid: person.session_id },
    { ...hint, aud: 'authenticated' },
    { ...hint, sid: 'x' },
  ]) {
    assert.equal(await sql_api.changes(() => end(wrong)), [], JSON.stringify(wrong));
  }
});

test('an address that is not registered byte for byte is refused, and nothing ends', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await makeClient(sql, { post_logout_redirect_uris: [BACK] });
  const { refresh } = await signInByClient(sql, app, person);
  const hint = { aud: app, sub: person.id, sid: refresh.session_id };
  for (const uri of [
    `${BACK}/`,
    `${BACK}?x=1`,
    'https://CLIENT.example.com/bye',
    'https://client.example.com/callback',
  ]) {
    const changed = await sql_api.changes(async () =>
      assert.is(codeOf(await end(hint, { post_logout_redirect_uri: uri })), 'invalid post_logout_redirect_uri', uri),
    );
    assert.equal(changed, []);
  }
  for (const uri of ['javascript:alert(1)', 'http://client.example.com/bye'])
    await makeClient(sql, { post_logout_redirect_uris: [uri] }).then(
      () => assert.unreachable(uri),
      (error: Error) => assert.match(error.message, /post_logout_redirect_uri/),
    );
});

test.run();
