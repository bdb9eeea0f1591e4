// Validation of an OAuth client: redirect URIs, type and authentication method.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, CALLBACK, makeClient, OAUTH_SETTINGS, startAuthorization } from '../../support/database/oauth.ts';
import { api, type CallArguments, type CallResult, client, openSqlApi } from '../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const fault = async (uri: string) =>
  (await sql`select auth_lib.redirect_uri_fault(${uri}) as fault`)[0]?.fault as string | null;

test('javascript:, data: and blob: in any case, with blanks, tabs and newlines, are not registered', async () => {
  for (const scheme of ['javascript', 'data', 'file', 'vbscript', 'about', 'blob', 'filesystem', 'view-source']) {
    for (const uri of [
      `${scheme}:alert(1)`,
      `${scheme.toUpperCase()}://a.b/c`,
      ` ${scheme}://a.b/c`,
      `\t${scheme}://a.b/c`,
      `${scheme.slice(0, 2)}\n${scheme.slice(2)}://a.b/c`,
      `${scheme} ://a.b`,
    ]) {
      assert.ok(await fault(uri), JSON.stringify(uri));
    }
  }
});

test('https, http on this machine and private-use schemes are registered, and nothing else', async () => {
  for (const uri of [
    'https://client.example.com/cb?a=1',
    'https://client.example.com:8443/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:1/cb',
    'com.example.app:/cb',
    'myapp://callback',
    'https://a.example/cb,https://b.example/cb',
    'https://192.0.2.255:65535/cb',
    'https://0x.example/?1:99999',
    'https://client.example.com:000443/cb',
    'https://[2001:db8::1]:8443/cb',
    'https://[::ffff:192.0.2.1]',
    'com.example.app://[::1]/cb',
    'com.example.app:///cb',
  ]) {
    assert.ok(URL.canParse(uri), uri);
    assert.is(await fault(uri), null, uri);
  }
  for (const uri of [
    '',
    'myapp:/callback',
    'http://client.example.com/cb',
    'http://localhost.evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'https://user@client.example.com/cb',
    'https://client.example.com\\@evil.example/cb',
    'https://client.example.com/cb#x',
    'https:///cb',
    'https://exämple.com/cb',
    '/relative',
  ]) {
    assert.ok(await fault(uri), uri);
  }
});

test('a port, a numeric host or an IPv6 host that no browser can parse is not registered', async () => {
  for (const uri of [
    'https://client.example.com:65536/cb',
    'http://localhost:99999/cb',
    'https://client.123/cb',
    'https://1.2.3.4.5/cb',
    'https://192.0.2.256',
    'https://client.0xzz.0x1g.0xff/cb',
    'https://client.example.com:123456/cb',
    'https://[::::]/cb',
    'https://[1:2]/cb',
    'https://[1.2.3.4]/cb',
    'https://[::1.2.3.256]:1/cb',
    'com.example.app://[::::]/cb',
    'myapp://callback:65536',
  ]) {
    assert.not.ok(URL.canParse(uri), uri);
    assert.is(await fault(uri), 'invalid URL format', uri);
  }
});

test('a loopback URI matches with any port; another path, host, scheme or user info does not', async () => {
  const client_id = await makeClient(sql, { redirect_uris: ['http://127.0.0.1/cb', 'http://localhost:1/cb'] });
  const outcome = async (redirect_uri: string) => (await startAuthorization(sql, client_id, { redirect_uri })).outcome;
  for (const uri of [
    'http://127.0.0.1/cb',
    'http://127.0.0.1:65535/cb',
    'http://localhost:7/cb',
    'http://localhost/cb',
  ]) {
    assert.is(await outcome(uri), 'page', uri);
  }
  for (const uri of [
    'http://127.0.0.1:5/other',
    'http://127.0.0.1:5@evil.example/cb',
    'https://127.0.0.1:5/cb',
    'http://[::1]:5/cb',
    'http://127.0.0.2:5/cb',
    'http://127.0.0.1:5/cb?x',
    'http://127.0.0.1:123456/cb',
  ]) {
    assert.is(await outcome(uri), undefined, uri);
  }
});

test('a redirect URI with a comma stays one URI, and the part after the comma never matches', async () => {
  const uri = 'https://a.example/cb,https://evil.example/cb';
  const client_id = await makeClient(sql, { redirect_uris: [uri] });
  assert.is((await startAuthorization(sql, client_id, { redirect_uri: uri })).outcome, 'page');
  for (const part of uri.split(','))
    assert.is((await startAuthorization(sql, client_id, { redirect_uri: part })).outcome, undefined);
});

test('only a whole registered redirect URI matches', async () => {
  const uri = 'https://a.example/cb';
  const client_id = await makeClient(sql, { redirect_uris: [uri] });
  assert.is((await startAuthorization(sql, client_id, { redirect_uri: uri })).outcome, 'page');
  const others = [`${uri}/more`, `${uri}x`, `${uri}?x=1`, `${uri}#x`, 'https://a.example/c', 'https://A.example/cb'];
  for (const other of [...others, 'https://a.example/%', 'https://a.example/__'])
    assert.is((await startAuthorization(sql, client_id, { redirect_uri: other })).outcome, undefined, other);
});

test('a client’s type and method follow from each other, in all twelve combinations', async () => {
  const made = async (client_type: string | null, token_endpoint_auth_method: string | null) => {
    const metadata = { redirect_uris: ['http://localhost/cb'], client_type, token_endpoint_auth_method };
    const answer = await api(sql, 'register_oauth_client', { metadata, settings: OAUTH_SETTINGS });
    const shown = answer.client as Record<string, string> | undefined;
    return shown && `${shown.client_type} ${shown.token_endpoint_auth_method}`;
  };
  const [none, basic, post] = ['none', 'client_secret_basic', 'client_secret_post'];
  const expected: [string | null, string | null, string | undefined][] = [
    [null, null, `confidential ${basic}`],
    [null, none as string, 'public none'],
    [null, basic as string, `confidential ${basic}`],
    [null, post as string, `confidential ${post}`],
    ['public', null, 'public none'],
    ['public', none as string, 'public none'],
    ['public', basic as string, undefined],
    ['public', post as string, undefined],
    ['confidential', null, `confidential ${basic}`],
    ['confidential', none as string, undefined],
    ['confidential', basic as string, `confidential ${basic}`],
    ['confidential', post as string, `confidential ${post}`],
  ];
  for (const [type, method, result] of expected) assert.is(await made(type, method), result, `${type} ${method}`);
});

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

test('a client of devices alone needs no redirect URI, and gets no code; every other client needs one', async () => {
  const message = async (name: string, args: CallArguments): Promise<string> => {
    const answer = await api(sql, name, {
      settings: { ...OAUTH_SETTINGS, oauth_server_dynamic_redirects: 'any' },
      client,
      ...args,
    });
    return String((answer.refused as CallResult | undefined)?.message ?? 'ok');
  };
  for (const [grant_types, needed] of [
    [[DEVICE], false],
    [[DEVICE, 'refresh_token'], false],
    [[DEVICE, 'authorization_code'], true],
    [['refresh_token'], true],
    [[], true],
    [null, true],
  ] as const) {
    for (const redirect_uris of [[], null]) {
      const metadata = { grant_types, redirect_uris };
      const expected = needed ? 'redirect_uris is required' : 'ok';
      assert.is(await message('register_oauth_client', { metadata }), expected, JSON.stringify(metadata));
      assert.is(await message('create_oauth_client', { claims: ADMIN, metadata }), expected, JSON.stringify(metadata));
    }
  }
  const client_id = await makeClient(sql, { grant_types: [DEVICE, 'refresh_token'], redirect_uris: [] });
  const change = (metadata: CallArguments) => message('change_oauth_client', { claims: ADMIN, client_id, metadata });
  assert.match(
    String(((await startAuthorization(sql, client_id)).refused as CallResult).message),
    /invalid redirect_uri/,
  );
  assert.is(await change({ grant_types: [DEVICE, 'authorization_code'] }), 'redirect_uris cannot be empty');
  assert.is(await change({ redirect_uris: [] }), 'ok');
  assert.match(await change({ redirect_uris: ['javascript:alert(1)'] }), /not allowed/);
  assert.is(await change({ redirect_uris: [CALLBACK], grant_types: [DEVICE, 'authorization_code'] }), 'ok');
  assert.is(await change({ redirect_uris: [] }), 'redirect_uris cannot be empty');
  assert.is(await change({ redirect_uris: [], grant_types: [DEVICE] }), 'ok');
});

test('an address after a sign-out is checked also without redirect URIs', async () => {
  const metadata = { grant_types: [DEVICE], post_logout_redirect_uris: ['https://web.example.com/bye'] };
  const answer = await api(sql, 'register_oauth_client', { metadata, settings: OAUTH_SETTINGS, client });
  assert.match(String((answer.refused as CallResult).message), /only this device/);
});

test('a challenge is required, and plain is refused', async () => {
  const client_id = await makeClient(sql);
  const error = async (request: object) => (await startAuthorization(sql, client_id, request as never)).error;
  assert.is(await error({ code_challenge: null, code_challenge_method: null }), 'invalid_request');
  assert.is(await error({ code_challenge: null }), 'invalid_request');
  assert.is(await error({ code_challenge_method: null }), 'invalid_request');
  assert.is(await error({ code_challenge_method: 'plain' }), 'invalid_request');
  assert.is(await error({ code_challenge: 'x'.repeat(42) }), 'invalid_request');
  assert.is(await error({ response_type: 'token' }), 'unsupported_response_type');
  assert.is(await error({ scope: 'admin' }), 'invalid_scope');
  assert.is(await error({ resource: ['http://elsewhere.example'] }), 'invalid_target');
  assert.is(await error({ request: 'x' }), 'request_not_supported');
  assert.is(await error({ wishes: { prompt: 'none login' } }), 'invalid_request');
  assert.is(await error({ scope: 'openid unknown' }), undefined, 'with openid unknown scopes are ignored');
});

test.run();
