// Parses RATE_LIMIT_TRUSTED_PROXIES: the number of proxies, or their networks.
import { BlockList, isIP } from 'node:net';

/**
 * Proxies that are trusted: the number of elements at the end of the header that they write, or a function that
 * recognizes their addresses.
 */
export type TrustedProxies = { hops: number } | { trusts: (address: string) => boolean };

/** Loopback, private and link-local addresses, which no client on the internet has. */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
const MOST_HOPS = 16;

/** Parses `2` or `private,203.0.113.0/24,2001:db8::7`. '' means `private`. Throws an error for the operator. */
export function parseTrustedProxies(text: string): TrustedProxies {
  const parts = text.split(',').map((part) => part.trim());
  const [only = ''] = parts;
  if (parts.length === 1 && /^\d+$/.test(only)) {
    if (Number(only) > MOST_HOPS) throw new Error(`must be at most ${MOST_HOPS} proxies, or networks`);
    return { hops: Number(only) };
  }
  const list = new BlockList();
  for (const part of parts.flatMap((one) => (one === 'private' || text === '' ? PRIVATE : [one])))
    addNetwork(list, part);
  return { trusts: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') };
}

function addNetwork(list: BlockList, part: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  if (version === 0 || Number(bits ?? 0) > longest) {
    throw new Error('must be a number of proxies, or networks such as private,203.0.113.0/24');
  }
  list.addSubnet(address, Number(bits ?? longest), version === 6 ? 'ipv6' : 'ipv4');
}
