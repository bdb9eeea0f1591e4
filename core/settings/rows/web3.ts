// Settings of sign-in with wallets.
import { bool, duration, float } from '../row.ts';

const validity = (chain: string) =>
  duration(600, `Maximum distance of the Issued At of a message of ${chain} from now; a message is valid once.`, {
    min: 1,
    zero_is_default: true,
  });

export const WEB3 = {
  external_web3_ethereum_enabled: bool(false, 'Sign-in with a wallet of Ethereum (docs/web3.md).'),
  external_web3_ethereum_maximum_validity_duration: validity('Ethereum'),
  external_web3_solana_enabled: bool(false, 'Sign-in with a wallet of Solana (docs/web3.md).'),
  external_web3_solana_maximum_validity_duration: validity('Solana'),
  rate_limit_web3: float(30, 'Requests to /token with grant_type=web3 per client and 5 minutes.', { min: 0 }),
} as const;
