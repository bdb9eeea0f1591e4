// POST /token?grant_type=web3: a message that a wallet has signed becomes whom it names, or a refusal that costs no query. What
// needs no clock and no memory is checked here; when a message counts, and that it does so once, is SQL's to say.
import { createHash } from 'node:crypto';
import type { Settings } from '../../core/settings/table.ts';
import { refuse } from '../http/errors.ts';
import type { Redirects } from '../http/redirect.ts';
import * as ethereum from '../web3/ethereum.ts';
import { CHAINS, type Chain, MessageFault, readMessage, TITLES, type WalletMessage } from '../web3/message.ts';
import * as solana from '../web3/solana.ts';
import type { Opener } from './openers.ts';

const SHORTEST = 64;
const LONGEST = 20 * 1_024;
const STANDARD = { ethereum: 'siwe', solana: 'siws' } as const;
const LONGEST_STATEMENT = 2_048;

export function createWeb3Opener(o: { settings: Settings; redirects: Pick<Redirects, 'allows'> }): Opener {
  const { settings, redirects } = o;
  const on: Record<Chain, boolean> = {
    ethereum: settings.external_web3_ethereum_enabled,
    solana: settings.external_web3_solana_enabled,
  };

  /** Signatures for another app are worth nothing here: somebody else has asked for them. */
  const checkSite = ({ chain, uri, domain }: WalletMessage): void => {
    const name = TITLES[chain];
    const { protocol, hostname, host } = new URL(uri);
    const local = hostname === 'localhost';
    if (protocol !== 'https:' && !(local && protocol === 'http:')) throw refuse('web3_uri_insecure', name);
    if (!redirects.allows(uri)) throw refuse('web3_uri_foreign', name);
    // Wallets compare the domain with the page that asks, and warn of no URI.
    if (host !== domain || !(local || redirects.allows(`https://${domain}/`)))
      throw refuse('web3_domain_foreign', name);
  };

  return async ({ body }) => {
    const of = (name: string): string => String(body[name] ?? '');
    const chain = CHAINS.find((name) => name === of('chain'));
    if (chain === undefined) throw refuse('web3_chain_unsupported');
    if (!on[chain]) throw refuse('web3_chain_disabled', TITLES[chain]);
    const text = of('message');
    const size = Buffer.byteLength(text);
    if (size < SHORTEST) throw refuse('web3_message_short');
    if (size > LONGEST) throw refuse('web3_message_long');
    const signature = readSignature(of('signature'), chain);
    const message = await parsed(text, chain);
    if (!(await isSigned(message, text, signature))) throw refuse('web3_signature_differs');
    checkSite(message);
    return { message: { ...told(message), digest: createHash('sha256').update(text).digest('hex') } };
  };
}

/** The bytes of a signature. Empty for a text of the right length that is no signature: no address has signed with that. */
function readSignature(text: string, chain: Chain): Uint8Array {
  if (chain === 'ethereum') {
    if (text.replace(/^0x/, '').length !== 130) throw refuse('web3_signature_not_65');
    return /^0x[0-9a-fA-F]{130}$/.test(text) ? Buffer.from(text.slice(2), 'hex') : new Uint8Array();
  }
  if (text.length !== 86 && text.length !== 88) throw refuse('web3_signature_not_64');
  if (!/^[A-Za-z0-9+/_-]{86}(?:==)?$/.test(text)) throw refuse('web3_signature_not_base64');
  return Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
}

async function parsed(text: string, chain: Chain): Promise<WalletMessage> {
  const malformed = (why: string) => refuse('web3_message_malformed', STANDARD[chain], why);
  try {
    const message = readMessage(text, chain);
    if (chain === 'ethereum' && !(await ethereum.hasChecksum(message.address)))
      throw malformed('the checksum of the address is wrong');
    if (chain === 'solana' && solana.keyOf(message.address) === null) throw malformed('second line is no address');
    return message;
  } catch (fault) {
    throw fault instanceof MessageFault ? malformed(fault.message) : fault;
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

/** What SQL is told: an Ethereum address in its one spelling, and no statement that is longer than metadata may be. */
function told({ address, statement, ...message }: WalletMessage): object {
  const kept = statement !== null && statement.length <= LONGEST_STATEMENT ? statement : null;
  return { ...message, address: message.chain === 'ethereum' ? address.toLowerCase() : address, statement: kept };
}
