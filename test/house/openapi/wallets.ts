// Calls of the sign-in with a wallet.
import * as assert from 'uvu/assert';
import { ethereumWallet } from '../../support/clients/wallet.ts';
import type { OperationCalls } from './sessions.ts';

const PATH = '/token?grant_type=web3';

export async function callWalletOperations({ stack, fine, refused }: OperationCalls): Promise<void> {
  const wallet = ethereumWallet();
  const message = wallet.write();
  await fine('POST', PATH, { chain: 'ethereum', message, signature: wallet.sign(message) });
  await refused(400, 'POST', PATH, { chain: 'x' });
  const OFF = { SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'false', SVC_EXTERNAL_WEB3_SOLANA_ENABLED: 'false' };
  assert.is((await (await stack.another(OFF)).post(PATH, {})).status, 422);
}
