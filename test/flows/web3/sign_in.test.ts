// Sign-in with wallets of both chains, with auth-js and software wallets: the session, the identity, and later changes
// of an account without an address.
import { GoTrueClient } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WEB3 } from '../../security/web3_refusals.ts';
import { createAdmin } from '../../support/clients/admin.ts';
import { claimsOf, validatingFetch } from '../../support/clients/client.ts';
import { countSignIns, METRICS_SETTINGS } from '../../support/clients/scrape.ts';
import {
  ethereumWallet,
  solanaWallet,
  type TestSolanaWallet,
  toChecksumAddress,
  type Wallet,
} from '../../support/clients/wallet.ts';
import { bearer, newEmail, SITE_URL, startStack } from '../../support/processes/stack.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';
import { expectData } from '../passkeys/passkey_stack.ts';

const provider = await startThirdParty();
const stack = await startStack({ env: { ...METRICS_SETTINGS, ...WEB3, SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } });
test.after(async () => {
  await stack.close();
  await provider.close();
});

const browserless = (url = stack.url) =>
  new GoTrueClient({
    url,
    fetch: validatingFetch(url),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: false,
    headers: { apikey: 'anon' },
  });
const url = `${SITE_URL}/login`;
const statement = 'I accept the terms.';
const post = async (wallet: Wallet, message: string, signature: string) => {
  const { status, body, text } = await stack.post('/token?grant_type=web3', {
    chain: wallet.chain,
    message,
    signature,
  });
  assert.is(status, 200, text);
  return body as { access_token: string; user: { id: string; email: string } };
};
const bring = (wallet: Wallet, message = wallet.write()) => post(wallet, message, wallet.sign(message));
/** Returns the user and the access token of a successful sign-in. */
const entered = async (answer: ReturnType<GoTrueClient['signInWithWeb3']>) => {
  const { user, session } = expectData(await answer);
  if (user === null || session === null) throw new Error('no session, and no error');
  return { user, access_token: session.access_token };
};

test('signInWithWeb3 of Ethereum: a session by web3 at aal1, an identity, and the same account the second time', async () => {
  const { provider: wallet, address } = ethereumWallet();
  const auth = browserless();
  const first = await entered(auth.signInWithWeb3({ chain: 'ethereum', wallet, statement, options: { url } }));
  const { aal, amr, sub, email } = claimsOf(first.access_token);
  assert.equal([aal, (amr as { method: string }[])[0]?.method, email], ['aal1', 'web3', '']);
  const { user } = expectData(await auth.getUser());
  const [identity] = user?.identities ?? [];
  assert.equal([identity?.provider, identity?.id], ['web3', `web3:ethereum:${address}`]);
  const custom_claims = { address, chain: 'ethereum', network: '1', domain: 'localhost:3000', statement };
  assert.equal(identity?.identity_data?.custom_claims, custom_claims);
  assert.equal(user?.app_metadata, { provider: 'web3', providers: ['web3'] });
  const again = await entered(browserless().signInWithWeb3({ chain: 'ethereum', wallet, options: { url } }));
  assert.is(again.user.id, sub);
  assert.is(expectData(await auth.refreshSession()).user?.id, sub);
});

for (const [name, walletOf] of [
  ['that writes the message', (one: TestSolanaWallet) => one.standard],
  ['for which the client writes it', (one: TestSolanaWallet) => one.plain],
] as const) {
  test(`signInWithWeb3 of a Solana wallet ${name}`, async () => {
    const solana = solanaWallet();
    const wallet = walletOf(solana);
    const options = {
      url,
      signInWithSolana: { chainId: 'solana:devnet', resources: ['https://example.com/terms'], nonce: 'abcdefgh' },
    };
    const sent = { chain: 'solana', wallet, statement, options } as const;
    const { user } = await entered(browserless().signInWithWeb3(sent));
    assert.is(user.identities?.[0]?.id, `web3:solana:${solana.address}`);
    assert.is(user.identities?.[0]?.identity_data?.custom_claims.network, 'solana:devnet');
    const plain = await entered(browserless().signInWithWeb3({ chain: 'solana', wallet, options: { url } }));
    assert.is(plain.user.id, user.id);
  });
}

test('signInWithWeb3 with a message that the app has signed itself', async () => {
  const wallet = ethereumWallet();
  const message = wallet.write({
    nonce: 'a'.repeat(16),
    more: ['Request ID: x', 'Resources:', '- https://example.com/'],
  });
  const signature = wallet.sign(message) as `0x${string}`;
  await entered(browserless().signInWithWeb3({ chain: 'ethereum', message, signature }));
});

test('one wallet is one account, with any capitals in its address, and any v', async () => {
  const wallet = ethereumWallet();
  const ids = new Set<unknown>();
  for (const address of [
    wallet.address,
    toChecksumAddress(wallet.address),
    `0x${wallet.address.slice(2).toUpperCase()}`,
  ]) {
    ids.add((await bring(wallet, wallet.write({ address }))).user.id);
  }
  const message = wallet.write({ nonce: 'v of zero or one' });
  const bytes = wallet.signBytes(message);
  bytes[64] = (bytes[64] ?? 0) - 27;
  const signature = `0x${bytes.toString('hex')}`;
  ids.add((await post(wallet, message, signature)).user.id);
  assert.is(ids.size, 1);
});

test('a Ledger signs the message in an envelope, with the app’s domain or none', async () => {
  const wallet = solanaWallet();
  for (const app of [Buffer.alloc(32), Buffer.concat([Buffer.from('localhost:3000')], 32)]) {
    const message = wallet.write({ nonce: app.toString('hex') });
    const length = Buffer.alloc(2);
    length.writeUInt16LE(Buffer.byteLength(message));
    const head = Buffer.concat([Buffer.from('\xffsolana offchain', 'latin1'), Buffer.of(0), app, Buffer.of(0, 1)]);
    const signed = Buffer.concat([head, wallet.key, length, Buffer.from(message)]);
    const signature = wallet.signBytes(signed).toString('base64url');
    await post(wallet, message, signature);
  }
});

test('an account of a wallet adds an e-mail address, keeps the wallet, and can be deleted', async () => {
  const wallet = ethereumWallet();
  const { access_token, user } = await bring(wallet);
  const email = newEmail();
  assert.is((await stack.request('PUT', '/user', { email }, bearer(access_token))).status, 200);
  const { path } = await stack.mail(email);
  assert.is((await stack.get(path)).status, 303);
  const again = await bring(wallet, wallet.write({ nonce: 'afterwards' }));
  assert.equal([again.user.id, again.user.email], [user.id, email]);
  const admin = createAdmin(stack.url);
  expectData(await admin.deleteUser(user.id));
  assert.is.not((await bring(wallet, wallet.write({ nonce: 'a new account' }))).user.id, user.id);
});

test('an anonymous session does not become the wallet’s account, nor the reverse', async () => {
  const auth = browserless();
  const { user: before } = expectData(await auth.signInAnonymously());
  const { provider: wallet } = ethereumWallet();
  const { user } = await entered(auth.signInWithWeb3({ chain: 'ethereum', wallet, options: { url } }));
  assert.is.not(user.id, before?.id);
  assert.is(user.is_anonymous, false);
});

test('requires a captcha, and accepts one of an app’s page', async () => {
  const guarded = await stack.another({
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'x',
    SVC_SECURITY_CAPTCHA_URL: provider.url,
  });
  provider.behaviour = () => ({ body: { success: true } });
  const { provider: wallet } = ethereumWallet();
  const auth = browserless(guarded.url);
  const { error } = await auth.signInWithWeb3({ chain: 'ethereum', wallet, options: { url } });
  assert.is(error?.code, 'captcha_failed');
  await entered(auth.signInWithWeb3({ chain: 'ethereum', wallet, options: { url, captchaToken: 't' } }));
});

test('counts these sign-ins as web3, by outcome', async () => {
  const before = await countSignIns(stack, 'web3');
  assert.ok(before.ok > 5);
  await stack.post('/token?grant_type=web3', { chain: 'ethereum', message: 'x'.repeat(100), signature: 'y' });
  assert.equal(await countSignIns(stack, 'web3'), { ...before, refused: before.refused + 1 });
});

test.run();
