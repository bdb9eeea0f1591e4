// Attacks with wallet messages: made for another app, changed, replayed, or malformed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WEB3 } from '../../security/web3_refusals.ts';
import {
  encodeBase58,
  ethereumWallet,
  type SignInMessage,
  solanaWallet,
  toChecksumAddress,
  type Wallet,
} from '../../support/clients/wallet.ts';
import { startStack } from '../../support/processes/stack.ts';

const stack = await startStack({ env: { ...WEB3, SVC_URI_ALLOW_LIST: 'https://app.example.com/**' } });
test.after(() => stack.close());

const send = (chain: string, message: string, signature: string) =>
  stack.post('/token?grant_type=web3', { chain, message, signature });
const bring = (wallet: Wallet, lines: SignInMessage = {}) => {
  const message = wallet.write(lines);
  return send(wallet.chain, message, wallet.sign(message));
};
const ethereum = ethereumWallet();
const solana = solanaWallet();
const WALLETS: readonly (readonly [string, Wallet])[] = [
  ['Ethereum', ethereum],
  ['Solana', solana],
];
type SignInResponse = Awaited<ReturnType<typeof send>>;
const errorOf = ({ status, body }: SignInResponse) => [
  status,
  body.error ?? body.error_code,
  body.error_description ?? body.msg,
];
const grant = (text: string) => [400, 'invalid_grant', text];
const invalid = (text: string) => [400, 'validation_failed', text];
let nonce = 0;
/** Returns a message with a new nonce. */
const fresh = (): SignInMessage => {
  nonce += 1;
  return { nonce: `nonce${String(nonce).padStart(8, '0')}` };
};

for (const [name, wallet] of WALLETS) {
  test(`${name}: a message for another app, or one whose domain is not that of its URI, does not sign in`, async () => {
    const app = { domain: 'app.example.com', uri: 'https://app.example.com/login' };
    assert.is((await bring(wallet, app)).status, 200);
    const foreign = grant(
      `Signed ${name} message is using URI which is not allowed on this server, message was signed for another app`,
    );
    const domain = grant(
      `Signed ${name} message is using a Domain that does not match the one in URI which is not allowed on this server`,
    );
    const insecure = grant(`Signed ${name} message is using URI which does not use HTTPS`);
    const cases: [SignInMessage, unknown[]][] = [
      [{ domain: 'evil.example', uri: 'https://evil.example/' }, foreign],
      [{ ...app, uri: 'https://app.example.com.evil.example/' }, foreign],
      [{ ...app, uri: 'https://app.example.com@evil.example/' }, foreign],
      [{ ...app, uri: 'https://evil.example\\@app.example.com/' }, foreign],
      [{ ...app, domain: 'evil.example' }, domain],
      [{ ...app, domain: 'app.example.com:8443' }, domain],
      [{ domain: 'evil.example' }, domain],
      [{ ...app, uri: 'http://app.example.com/' }, insecure],
      [{ ...app, uri: 'javascript:alert(1)' }, insecure],
    ];
    for (const [lines, expected] of cases)
      assert.equal(errorOf(await bring(wallet, { ...fresh(), ...lines })), expected, JSON.stringify(lines));
  });

  test(`${name}: names what is malformed, and rejects ambiguous messages`, async () => {
    const kind = name === 'Ethereum' ? 'siwe' : 'siws';
    const cases: [SignInMessage, string][] = [
      [{ domain: '' }, 'first line does not begin with a domain'],
      [{ domain: 'https://localhost:3000' }, 'first line does not begin with a domain'],
      [{ domain: 'a b' }, 'first line does not begin with a domain'],
      [{ address: '0x12' }, 'second line is no address'],
      [{ address: '1'.repeat(32) }, 'second line is no address'],
      [{ statement: 'one\ntwo' }, 'line 4 has no colon'],
      [{ version: '2' }, 'Version must be 1'],
      [{ version: null }, 'Version must be 1'],
      [{ uri: null }, 'URI is missing'],
      [{ uri: '/login' }, 'URI is none'],
      [{ network: '0' }, 'Chain ID is not valid'],
      [{ network: 'solana:moon' }, 'Chain ID is not valid'],
      [{ issued_at: null }, 'Issued At is missing'],
      [{ issued_at: 'now' }, 'Issued At is no time'],
      [{ issued_at: '0000-01-01T00:00:00Z' }, 'Issued At is no time'],
      [{ issued_at: '2026-13-01T00:00:00Z' }, 'Issued At is no time'],
      [{ expires_at: 'never' }, 'Expiration Time is no time'],
      [{ not_before: '2026-01-01' }, 'Not Before is no time'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'Issued At is after Expiration Time'],
      [
        { expires_at: '2999-01-01T00:00:00Z', not_before: '2999-01-02T00:00:00Z' },
        'Not Before is after Expiration Time',
      ],
      [{ more: ['URI: https://evil.example/'] }, 'URI is there twice'],
      [{ more: ['no colon'] }, 'line 10 has no colon'],
      [{ more: ['Resources:', '- nothing'] }, 'a resource is no URI'],
      [{ statement: 'a\u0008b' }, 'message has control characters'],
      [{ statement: 'a\rURI: x' }, 'message has control characters'],
    ];
    for (const [lines, why] of cases)
      assert.equal(errorOf(await bring(wallet, lines)), invalid(`${kind}: ${why}`), why);
    assert.is(
      (await bring(wallet, { ...fresh(), network: null, more: ['Extra: x', 'Resources', '- https://example.com/'] }))
        .status,
      200,
    );
    assert.is((await bring(wallet, { ...fresh(), statement: null })).status, 200);
  });

  test(`${name}: checks the times of the message`, async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    const cases: [SignInMessage, string][] = [
      [{ not_before: at(60) }, `Signed ${name} message becomes valid in the future`],
      [{ issued_at: at(-60), expires_at: at(-30) }, `Signed ${name} message is expired`],
      [{ issued_at: at(-660) }, `${name} message was issued too long ago`],
      [{ issued_at: at(660) }, `${name} message was issued too far in the future`],
    ];
    for (const [lines, text] of cases) assert.equal(errorOf(await bring(wallet, lines)), grant(text));
  });

  test(`${name}: a message signs in once, also of 100 concurrent attempts`, async () => {
    const message = wallet.write(fresh());
    const signature = wallet.sign(message);
    const all = await Promise.all(Array.from({ length: 100 }, () => send(wallet.chain, message, signature)));
    assert.is(all.filter(({ status }) => status === 200).length, 1);
    const spent = grant(`Signed ${name} message has been used before`);
    for (const answer of all.filter(({ status }) => status !== 200)) assert.equal(errorOf(answer), spent);
  });
}

test('two concurrent messages of a new wallet create one account', async () => {
  const wallet = solanaWallet();
  const both = await Promise.all([bring(wallet, fresh()), bring(wallet, fresh())]);
  assert.equal(
    both.map(({ status }) => status),
    [200, 200],
  );
  assert.is(new Set(both.map(({ body }) => (body.user as { id: string }).id)).size, 1);
});

test('another encoding of the same signature is no second use', async () => {
  const message = ethereum.write(fresh());
  assert.is((await send('ethereum', message, ethereum.sign(message))).status, 200);
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const bytes = ethereum.signBytes(message);
  const other = (order - BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)).toString(16).padStart(64, '0');
  const v = bytes[64] === 27 ? '1c' : '1b';
  const mirrored = `0x${bytes.subarray(0, 32).toString('hex')}${other}${v}`;
  assert.equal(
    errorOf(await send('ethereum', message, mirrored)),
    grant('Signed Ethereum message has been used before'),
  );
});

test('rejects foreign signatures, those of other texts or the other chain, and malformed ones', async () => {
  const differs = grant('Signature does not match address in message');
  const message = ethereum.write(fresh());
  const zeros = '0'.repeat(130);
  const [own, strange] = [ethereum.sign(message), ethereumWallet().sign(message)];
  for (const signature of [
    strange,
    ethereum.sign(`${message} `),
    `0x${zeros}`,
    `0x${'f'.repeat(130)}`,
    `zz${zeros.slice(2)}`,
    own.slice(2),
  ]) {
    assert.equal(errorOf(await send('ethereum', message, signature)), differs, signature);
  }
  for (const v of ['02', '1d', '23', 'ff'])
    assert.equal(errorOf(await send('ethereum', message, own.slice(0, -2) + v)), differs, v);
  const text = solana.write(fresh());
  const [valid, foreign] = [solana.sign(text), solanaWallet().sign(text)];
  for (const signature of [
    foreign,
    solana.sign(`${text} `),
    Buffer.alloc(64).toString('base64'),
    Buffer.alloc(64, 255).toString('base64url'),
  ]) {
    assert.equal(errorOf(await send('solana', text, signature)), differs, signature);
  }
  assert.equal(errorOf(await send('ethereum', text, own))[1], 'validation_failed');
  assert.is((await send('solana', text, valid.replace(/=+$/, ''))).status, 200);
  assert.is((await send('ethereum', message, own)).status, 200, 'none of it has consumed the message');
});

test('rejects an address with a wrong checksum, and weak keys', async () => {
  const capitals = toChecksumAddress(ethereum.address);
  const at = [...capitals].findIndex((letter, index) => index > 1 && /[a-fA-F]/.test(letter));
  const letter = capitals.charAt(at);
  const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  const address = capitals.slice(0, at) + swapped + capitals.slice(at + 1);
  const mixed = /[a-f]/.test(address) && /[A-F]/.test(address);
  if (mixed)
    assert.equal(errorOf(await bring(ethereum, { address })), invalid('siwe: the checksum of the address is wrong'));
  const orders = ['00'.repeat(32), `01${'00'.repeat(31)}`, `${'00'.repeat(31)}80`, `ec${'ff'.repeat(30)}7f`];
  for (const key of orders) {
    const lines = { address: encodeBase58(Buffer.from(key, 'hex')) };
    assert.equal(errorOf(await bring(solana, lines)), invalid('siws: second line is no address'), key);
  }
});

test.run();
