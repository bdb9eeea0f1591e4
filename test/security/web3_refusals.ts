// One request for each error of a wallet sign-in that the gateway itself returns.
import type { GatewayError } from '../../gateway/http/errors.ts';
import { ethereumWallet, type SignInMessage, solanaWallet } from '../support/clients/wallet.ts';
import type { Answer, TestGateway } from '../support/processes/stack.ts';

type Web3Error = Extract<GatewayError, `web3_${string}`>;

export const WEB3 = {
  SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
  SVC_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
};

/** Nodes: `node` accepts wallets of both chains, `one` only Ethereum's, and `off` none. */
export function web3Cases(
  nodes: Readonly<Record<'node' | 'one' | 'off', Pick<TestGateway, 'post'>>>,
): Readonly<Record<Web3Error, () => Promise<Answer>>> {
  const wallet = ethereumWallet();
  const post = (body: object, node: Pick<TestGateway, 'post'> = nodes.node) =>
    node.post('/token?grant_type=web3', body);
  const signed = (lines: SignInMessage) => {
    const message = wallet.write(lines);
    return post({ chain: 'ethereum', message, signature: wallet.sign(message) });
  };
  const message = wallet.write();
  const solana = (signature: string) => post({ chain: 'solana', message: solanaWallet().write(), signature });
  return {
    web3_disabled: () => post({}, nodes.off),
    web3_chain_disabled: () => post({ chain: 'solana' }, nodes.one),
    web3_chain_unsupported: () => post({ chain: 'dogecoin' }),
    web3_message_short: () => post({ chain: 'ethereum', message: 'x' }),
    web3_message_long: () => post({ chain: 'ethereum', message: 'x'.repeat(20_481) }),
    web3_message_malformed: () => signed({ version: '2' }),
    web3_signature_not_64: () => solana('x'),
    web3_signature_not_base64: () => solana('*'.repeat(86)),
    web3_signature_not_65: () => post({ chain: 'ethereum', message, signature: '0x00' }),
    web3_signature_differs: () => post({ chain: 'ethereum', message, signature: ethereumWallet().sign(message) }),
    web3_uri_insecure: () => signed({ domain: 'example.com', uri: 'http://example.com/' }),
    web3_uri_foreign: () => signed({ domain: 'evil.example', uri: 'https://evil.example/' }),
    web3_domain_foreign: () => signed({ domain: 'evil.example' }),
  };
}
