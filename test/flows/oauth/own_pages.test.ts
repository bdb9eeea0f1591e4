// Sign-ins that return to the consent page, which is on another host than the app. On that host, no other page is
// accepted as a redirect target or as the URI in a wallet's message.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ethereumWallet } from '../../support/clients/wallet.ts';
import { startStack } from '../../support/processes/stack.ts';

const ISSUER = 'https://id.example.com/auth/v1';
const PAGE = `${ISSUER}/oauth/consent`;
const env = {
  SVC_API_EXTERNAL_URL: ISSUER,
  SVC_SITE_URL: 'https://app.example.com',
  SVC_OAUTH_SERVER_ENABLED: 'true',
  SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
  SVC_EXTERNAL_GITHUB_ENABLED: 'true',
  SVC_EXTERNAL_GITHUB_CLIENT_ID: 'id',
  SVC_EXTERNAL_GITHUB_SECRET: 'secret',
  SVC_EXTERNAL_GITHUB_REDIRECT_URI: `${ISSUER}/callback`,
};
const stack = await startStack({ worker: false, env });
const off = await stack.another({ ...env, SVC_OAUTH_SERVER_ENABLED: 'false' });
const of_app = await stack.another({ ...env, SVC_OAUTH_SERVER_AUTHORIZATION_PATH: '/consent' });
test.after(() => stack.close());

/** Returns the redirect target that a provider flow stores. */
async function storedRedirectTarget(node: typeof stack | typeof off, redirect_to: string): Promise<unknown> {
  const left = await node.get(`/authorize?provider=github&redirect_to=${encodeURIComponent(redirect_to)}`);
  assert.is(left.status, 302, left.text);
  const [row] = await stack.db.sql`select redirect_to from auth.flow_states order by created_at desc limit 1`;
  return row?.redirect_to;
}

test('a sign-in may come back to the page with its query, and to nothing else on that host', async () => {
  const own = `${PAGE}?authorization_id=abc&ui_locales=de`;
  assert.is(await storedRedirectTarget(stack, own), own);
  const others = [
    'https://id.example.com/',
    `${ISSUER}/oauth/consent/`,
    `${ISSUER}/oauth/consentx`,
    `${ISSUER}/oauth/consent#access_token=1`,
    `${ISSUER}/oauth/consent?a#b`,
    'https://id.example.com.evil.example/auth/v1/oauth/consent',
    `${ISSUER}@evil.example/oauth/consent`,
    'http://id.example.com/auth/v1/oauth/consent',
  ];
  for (const other of others) assert.is(await storedRedirectTarget(stack, other), 'https://app.example.com', other);
});

test('with the feature off, or with a page of the app, the page is not served', async () => {
  assert.is(await storedRedirectTarget(off, PAGE), 'https://app.example.com');
  assert.is(await storedRedirectTarget(of_app, PAGE), 'https://app.example.com');
});

test('a wallet may sign for the page, and for no other address of that host', async () => {
  const signIn = async (uri: string, node: typeof stack | typeof off = stack) => {
    const wallet = ethereumWallet();
    const message = wallet.write({ domain: 'id.example.com', uri, statement: null });
    return node.post('/token?grant_type=web3', { chain: 'ethereum', message, signature: wallet.sign(message) });
  };
  assert.is((await signIn(PAGE)).status, 200);
  for (const [uri, node] of [
    ['https://id.example.com/', stack],
    [`${PAGE}x`, stack],
    [PAGE, off],
  ] as const) {
    const { status, body } = await signIn(uri, node);
    assert.equal([status, body.error], [400, 'invalid_grant'], uri);
  }
});

test('the custom providers are public only where an own page offers them', async () => {
  const hidden = await stack.another({ ...env, SVC_CUSTOM_OAUTH_ENABLED: 'false' });
  assert.equal((await stack.get('/oauth/providers')).body, { providers: [] });
  for (const node of [off, of_app, hidden]) {
    const { status, body } = await node.get('/oauth/providers');
    assert.equal([status, body.error_code], [404, 'feature_disabled'], body.msg as string);
  }
});

test.run();
