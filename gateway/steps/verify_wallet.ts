// Step of POST /token?grant_type=web3, which verifies a message that a wallet signed. SQL checks the message's time
// and that it is used only once.
import { createHash } from 'node:crypto';
import { refuse } from '../http/errors.ts';
import { type RequestContext, step } from '../pipeline/step.ts';
import * as ethereum from '../web3/ethereum.ts';
import {
  CHAIN_TITLES,
  CHAINS,
  type Chain,
  parseWalletMessage,
  type WalletMessage,
  WalletMessageError,
} from '../web3/message.ts';
import * as solana from '../web3/solana.ts';

const SHORTEST = 64;
const LONGEST = 20 * 1_024;
const STANDARD = { ethereum: 'siwe', solana: 'siws' } as const;
const LONGEST_STATEMENT = 2_048;

interface HasWalletBody {
  readonly body: { readonly chain: string | null; readonly message: string | null; readonly signature: string | null };
}

interface HasVerifiedMessage {
  readonly wallet: { readonly message: object };
}

const REFUSES = [
  'web3_chain_disabled',
  'web3_chain_unsupported',
  'web3_message_short',
  'web3_message_long',
  'web3_message_malformed',
  'web3_signature_not_64',
  'web3_signature_not_base64',
  'web3_signature_not_65',
  'web3_signature_differs',
  'web3_uri_insecure',
  'web3_uri_foreign',
  'web3_domain_foreign',
] as const;

export const verifyWallet = step('verifyWallet', { refuses: REFUSES }, ({ settings, redirects }) => {
  const on: Record<Chain, boolean> = {
    ethereum: settings.external_web3_ethereum_enabled,
    solana: settings.external_web3_solana_enabled,
  };

  /** Rejects signatures that another app requested. */
  const checkSite = ({ chain, uri, domain }: WalletMessage): void => {
    const name = CHAIN_TITLES[chain];
    const { protocol, hostname, host } = new URL(uri);
    const local = hostname === 'localhost';
    if (protocol !== 'https:' && !(local && protocol === 'http:')) throw refuse('web3_uri_insecure', name);
    if (!redirects.allows(uri)) throw refuse('web3_uri_foreign', name);
    // Wallets compare only the domain with the requesting page, and not the URI.
    if (host !== domain || !(local || redirects.isOwn(uri) || redirects.allows(`https://${domain}/`)))
      throw refuse('web3_domain_foreign', name);
  };

  return async ({ body }: RequestContext & HasWalletBody): Promise<HasVerifiedMessage> => {
    const of = (name: keyof HasWalletBody['body']): string => body[name] ?? '';
    const chain = CHAINS.find((name) => name === of('chain'));
    if (chain === undefined) throw refuse('web3_chain_unsupported');
    if (!on[chain]) throw refuse('web3_chain_disabled', CHAIN_TITLES[chain]);
    const text = of('message');
    const size = Buffer.byteLength(text);
    if (size < SHORTEST) throw refuse('web3_message_short');
    if (size > LONGEST) throw refuse('web3_message_long');
    const signature = readSignature(of('signature'), chain);
    const message = await parseMessage(text, chain);
    if (!(await isSigned(message, text, signature))) throw refuse('web3_signature_differs');
    checkSite(message);
    return {
      wallet: { message: { ...toSqlMessage(message), digest: createHash('sha256').update(text).digest('hex') } },
    };
  };
});

/** Decodes a signature. For Ethereum, a malformed text of the right length yields no bytes, which match no address. */
function readSignature(text: string, chain: Chain): Uint8Array {
  if (chain === 'ethereum') {
    if (text.replace(/^0x/, '').length !== 130) throw refuse('web3_signature_not_65');
    return /^0x[0-9a-fA-F]{130}$/.test(text) ? Buffer.from(text.slice(2), 'hex') : new Uint8Array();
  }
  if (text.length !== 86 && text.length !== 88) throw refuse('web3_signature_not_64');
  if (!/^[A-Za-z0-9+/_-]{86}(?:==)?$/.test(text)) throw refuse('web3_signature_not_base64');
  return Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
}

async function parseMessage(text: string, chain: Chain): Promise<WalletMessage> {
  const malformed = (why: string) => refuse('web3_message_malformed', STANDARD[chain], why);
  try {
    const message = parseWalletMessage(text, chain);
    if (chain === 'ethereum' && !(await ethereum.hasChecksum(message.address)))
      throw malformed('the checksum of the address is wrong');
    if (chain === 'solana' && solana.parsePublicKey(message.address) === null)
      throw malformed('second line is no address');
    return message;
  } catch (fault) {
    throw fault instanceof WalletMessageError ? malformed(fault.message) : fault;
  }
}

const isSigned = (
  { chain, address, domain }: WalletMessage,
  text: string,
  signature: Uint8Array,
): boolean | Promise<boolean> =>
  chain === 'ethereum'
    ? ethereum.isSignedBy(address, text, signature)
    : solana.isSignedBy(address, text, domain, signature);

/**
 * Returns the message for SQL, with an Ethereum address in lower case and without a statement that is too long for
 * metadata.
 */
function toSqlMessage({ address, statement, ...message }: WalletMessage): object {
  const kept = statement !== null && statement.length <= LONGEST_STATEMENT ? statement : null;
  return { ...message, address: message.chain === 'ethereum' ? address.toLowerCase() : address, statement: kept };
}
