// Signs in with a wallet in the browser. The signed message names this page, so it is not accepted for another site.
import { ApiError, call, keep } from './api.js';

const hex = (text) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

const TITLES = { ethereum: 'Ethereum', solana: 'Solana' };

function messageOf(chain, address, more) {
  const uri = `${location.origin}${location.pathname}`;
  return [
    `${location.host} wants you to sign in with your ${TITLES[chain]} account:`,
    address,
    '',
    `URI: ${uri}`,
    'Version: 1',
    ...more,
    `Nonce: ${crypto.randomUUID().replaceAll('-', '')}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n');
}

async function signEthereum() {
  const wallet = window.ethereum;
  if (typeof wallet?.request !== 'function') throw new ApiError('There is no wallet', 'wallet_missing');
  const [address] = await wallet.request({ method: 'eth_requestAccounts' });
  const chain_id = Number.parseInt(await wallet.request({ method: 'eth_chainId' }), 16);
  const message = messageOf('ethereum', address.toLowerCase(), [`Chain ID: ${chain_id}`]);
  const signature = await wallet.request({ method: 'personal_sign', params: [hex(message), address] });
  return { message, signature };
}

async function signSolana() {
  const wallet = window.solana;
  if (typeof wallet?.signMessage !== 'function') throw new ApiError('There is no wallet', 'wallet_missing');
  const { publicKey } = wallet.isConnected ? wallet : await wallet.connect();
  const message = messageOf('solana', publicKey.toBase58(), []);
  const signed = await wallet.signMessage(new TextEncoder().encode(message), 'utf8');
  return { message, signature: base64(signed.signature ?? signed) };
}

export async function signInWithWallet(chain) {
  let signed;
  try {
    signed = await (chain === 'ethereum' ? signEthereum() : signSolana());
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(String(error?.message ?? error), 'wallet_refused'); // wallets throw objects of their own
  }
  keep(await call('POST', '/token', { query: { grant_type: 'web3' }, body: { chain, ...signed } }));
}
