// Parses the message that a wallet signed: Sign-In With Ethereum (EIP-4361) and its equivalent for Solana. Rejects
// ambiguous messages. Verifies nothing.

export const CHAINS = ['ethereum', 'solana'] as const;
export type Chain = (typeof CHAINS)[number];

/** Names of the chains in messages and errors. */
export const CHAIN_TITLES: Readonly<Record<Chain, string>> = { ethereum: 'Ethereum', solana: 'Solana' };

/** Content of a message. Times have a format that SQL can parse. */
export interface WalletMessage {
  chain: Chain;
  /** Host of the app that requested the signature, with its port unless it is the default. */
  domain: string;
  address: string;
  statement: string | null;
  uri: string;
  network: string | null;
  issued_at: string;
  expires_at: string | null;
  not_before: string | null;
}

/** Thrown if the text is not a valid message. The error message gives the reason. */
export class WalletMessageError extends Error {
  readonly code = 'message_invalid';
}

const KEYS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const;
type MessageKey = (typeof KEYS)[number];
const KNOWN: ReadonlySet<string> = new Set(KEYS);
const FEWEST_LINES = 6;
const ADDRESS = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ } as const;
const NETWORK = { ethereum: /^[1-9][0-9]{0,19}$/, solana: /^solana:(?:mainnet|devnet|testnet|localnet)$/ } as const;
/** Matches a time in the format of RFC 3339. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const LATEST_MS = Date.UTC(9999, 0);

export function parseWalletMessage(text: string, chain: Chain): WalletMessage {
  // Wallets do not display control characters, so the owner has not seen them.
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) throw new WalletMessageError('message has control characters');
  const [heading = '', address = '', blank, ...rest] = text.split('\n');
  if (rest.length + 3 < FEWEST_LINES) throw new WalletMessageError(`message needs at least ${FEWEST_LINES} lines`);
  const asks = ` wants you to sign in with your ${CHAIN_TITLES[chain]} account:`;
  if (!heading.endsWith(asks)) throw new WalletMessageError(`first line does not end in "${asks.trim()}"`);
  const domain = heading.slice(0, -asks.length);
  if (!isHost(domain)) throw new WalletMessageError('first line does not begin with a domain');
  if (!ADDRESS[chain].test(address)) throw new WalletMessageError('second line is no address');
  if (blank !== '') throw new WalletMessageError('third line must be empty');
  const [fourth = '', fifth] = rest;
  const stated = fourth !== '' && fifth === '';
  const fields = parseFields(stated ? rest.slice(2) : rest, stated ? 6 : 4);
  if (fields.get('Version') !== '1') throw new WalletMessageError('Version must be 1');
  const uri = fields.get('URI') ?? '';
  if (!URL.canParse(uri)) throw new WalletMessageError(uri === '' ? 'URI is missing' : 'URI is none');
  const network = fields.get('Chain ID') ?? null;
  if (network !== null && !NETWORK[chain].test(network)) throw new WalletMessageError('Chain ID is not valid');
  const issued_at = readMessageInstant(fields, 'Issued At');
  if (issued_at === null) throw new WalletMessageError('Issued At is missing');
  const [expires_at, not_before] = [
    readMessageInstant(fields, 'Expiration Time'),
    readMessageInstant(fields, 'Not Before'),
  ];
  if (expires_at !== null && issued_at > expires_at) throw new WalletMessageError('Issued At is after Expiration Time');
  if (expires_at !== null && not_before !== null && not_before > expires_at) {
    throw new WalletMessageError('Not Before is after Expiration Time');
  }
  const statement = stated ? fourth : null;
  return { chain, domain, address, statement, uri, network, issued_at, expires_at, not_before };
}

/** Parses the lines after the statement. Duplicate keys are rejected, because parsers could use different values. */
function parseFields(lines: readonly string[], first: number): ReadonlyMap<MessageKey, string> {
  const fields = new Map<MessageKey, string>();
  let listing = false;
  for (const [index, sent] of lines.entries()) {
    const line = sent.trim();
    if (listing && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2).trim())) throw new WalletMessageError('a resource is no URI');
      continue;
    }
    // For Solana, auth-js omits the colon.
    listing = line === 'Resources:' || line === 'Resources';
    if (listing || line === '') continue;
    const colon = line.indexOf(':');
    if (colon === -1) throw new WalletMessageError(`line ${first + index} has no colon`);
    const key = line.slice(0, colon);
    if (!KNOWN.has(key)) continue;
    if (fields.has(key as MessageKey)) throw new WalletMessageError(`${key} is there twice`);
    fields.set(key as MessageKey, line.slice(colon + 1).trim());
  }
  return fields;
}

function readMessageInstant(fields: ReadonlyMap<MessageKey, string>, key: MessageKey): string | null {
  const text = fields.get(key);
  if (text === undefined) return null;
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!(at >= 0 && at < LATEST_MS)) throw new WalletMessageError(`${key} is no time`);
  return new Date(at).toISOString();
}

/** Returns true for a host, with or without a port, in the canonical form of the URL parser. */
function isHost(text: string): boolean {
  return !/[/?#@\\\s]/.test(text) && URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text;
}
