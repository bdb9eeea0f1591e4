// 2,000 randomly changed messages with the signature of the original, or the original with a changed signature: none
// signs in, and none causes an internal error.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../gateway/http/errors.ts';
import { verifyWallet } from '../../../gateway/steps/verify_wallet.ts';
import { createRandom, readSeed } from '../../security/random.ts';
import { ethereumWallet, solanaWallet, type Wallet } from '../../support/clients/wallet.ts';

const settings = { external_web3_ethereum_enabled: true, external_web3_solana_enabled: true };
const verify = verifyWallet.bind({ settings, redirects: { allows: () => true } } as never, {} as never);
const PIECES = [
  '',
  '\n',
  ':',
  '- ',
  '0',
  'x',
  '\u0000',
  '\u{1f511}',
  'é',
  'URI: https://evil.example/',
  'Version: 1',
  'Resources:',
  '\ud800',
  ' ',
];

async function signInOutcome(wallet: Wallet, message: string, signature: string): Promise<'opened' | 'refused'> {
  try {
    await verify({ body: { chain: wallet.chain, message, signature } } as never);
    return 'opened';
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return 'refused';
    throw error;
  }
}

/** Returns the bytes of a signature, which has several spellings. */
const bytesOf = (chain: string, text: string): Buffer =>
  chain === 'ethereum' ? Buffer.from(text.replace(/^0x/, ''), 'hex') : Buffer.from(text, 'base64');

// Ethereum has fewer rounds, because recovering a key takes longer than checking a signature of Solana.
for (const [wallet, rounds] of [
  [ethereumWallet(), 300],
  [solanaWallet(), 1_700],
] as const) {
  test(`${wallet.chain}: ${rounds} changed messages and signatures`, async () => {
    const seed = readSeed();
    const below = createRandom(seed);
    const original = wallet.write({
      nonce: 'abcdefgh',
      more: ['Request ID: 1', 'Resources:', '- https://example.com/'],
    });
    const signature = wallet.sign(original);
    assert.is(await signInOutcome(wallet, original, signature), 'opened');
    const change = (text: string): string => {
      const at = below(text.length);
      const piece = PIECES[below(PIECES.length)] ?? '';
      switch (below(4)) {
        case 0:
          return text.slice(0, at) + piece + text.slice(at + below(4));
        case 1:
          return text.slice(0, at);
        case 2: {
          const lines = text.split('\n');
          lines.splice(below(lines.length), 0, lines[below(lines.length)] ?? '');
          return lines.join('\n');
        }
        default:
          return text.slice(0, at) + String.fromCharCode(below(below(2) === 0 ? 0x7f : 0xffff)) + text.slice(at + 1);
      }
    };
    let rejected = 0;
    for (let round = 0; round < rounds; round += 1) {
      const message = round % 2 === 0 ? change(original) : original;
      const sent = round % 2 === 0 ? signature : change(signature);
      const outcome = await signInOutcome(wallet, message, sent);
      if (outcome === 'refused') rejected += 1;
      const same_bytes = bytesOf(wallet.chain, sent).equals(bytesOf(wallet.chain, signature));
      assert.ok(
        outcome === 'refused' || (message === original && same_bytes),
        `POSTERN_TEST_SEED=${seed} ${JSON.stringify({ message, sent })}`,
      );
    }
    assert.ok(rejected > rounds * 0.8);
  });
}

test('a text is stored only as its digest', async () => {
  const wallet = ethereumWallet();
  const message = wallet.write();
  const body = { chain: 'ethereum', message, signature: wallet.sign(message) };
  const opened = (await verify({ body } as never)) as unknown as { wallet: { message: { digest: string } } };
  assert.is(opened.wallet.message.digest, createHash('sha256').update(message).digest('hex'));
});

test.run();
