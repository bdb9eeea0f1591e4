// end_authorized_session: a client ends its own session by an ID token, and returns to registered addresses only.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient, refreshed, signedIn } from '../../../support/database/oauth.ts';
import { type Answer, type Args, api, client, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const BACK = 'https://client.example.com/bye';
const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');
const end = (hint: Args, more: Args = {}) => api(sql, 'end_authorized_session', { hint, client, ...more });

test('ends the session that the ID token names, once, and leaves every other', async () => {
  const person = await confirmed(surface);
  const app = await makeClient(sql, { post_logout_redirect_uris: [BACK] });
  const other = await makeClient(sql);
  const [first, second, elsewhere] = [
    await signedIn(sql, app, person),
    await signedIn(sql, app, person),
    await signedIn(sql, other, person),
  ];
  const hint = { aud: app, sub: person.id, sid: first.refresh.session_id };
  const { actions, traits } = await (async () => {
    assert.equal(await end(hint, { post_logout_redirect_uri: BACK, client_id: app }), { redirect_uri: BACK });
    return (await surface.audited()) ?? { actions: [], traits: null };
  })();
  assert.equal([actions, traits], [['token_revoked'], { reason: 'logout', oauth_client_id: app }]);
  assert.is.not(codeOf(await refreshed(sql, app, first)), 'ok');
  assert.equal(await surface.changes(() => end(hint)), [], 'again');
  for (const [id, issued] of [
    [app, second],
    [other, elsewhere],
  ] as const) {
    assert.is(codeOf(await refreshed(sql, id, issued)), 'ok');
  }
  const [own] = await surface.rows('auth.sessions', `id = '${person.session_id}'`);
  assert.is(own?.revoked_at, null, 'the session of the user at the app');
});

test('an ID token of another client, user or session ends nothing', async () => {
  const person = await confirmed(surface);
  const [app, other] = [await makeClient(sql), await makeClient(sql)];
  const { refresh } = await signedIn(sql, app, person);
  const hint = { aud: app, sub: person.id, sid: refresh.session_id };
  const stranger = await confirmed(surface);
  for (const wrong of [
    { ...hint, aud: other },
    { ...hint, sub: stranger.id },
    { ...hint, sid: person.session_id },
    { ...hint, aud: 'authenticated' },
    { ...hint, sid: 'x' },
  ]) {
    assert.equal(await surface.changes(() => end(wrong)), [], JSON.stringify(wrong));
  }
});

test('an address that is not registered byte for byte is refused, and nothing ends', async () => {
  const person = await confirmed(surface);
  const app = await makeClient(sql, { post_logout_redirect_uris: [BACK] });
  const { refresh } = await signedIn(sql, app, person);
  const hint = { aud: app, sub: person.id, sid: refresh.session_id };
  for (const uri of [
    `${BACK}/`,
    `${BACK}?x=1`,
    'https://CLIENT.example.com/bye',
    'https://client.example.com/callback',
  ]) {
    const changed = await surface.changes(async () =>
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
