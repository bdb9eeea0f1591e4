// Restricts which addresses a request may reach if the operator did not configure its URL: public addresses and
// configured private networks. A name is resolved once, and the checked address is used, which prevents DNS rebinding.
import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import {
  addressFamily,
  embeddedIPv4,
  type Family,
  IPV4_RESERVED,
  IPV6_GLOBAL,
  IPV6_RESERVED,
} from './reserved_addresses.ts';

/** Thrown for a forbidden address. The message omits the address, because an attacker may read the message. */
export class ForbiddenAddressError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'ForbiddenAddressError';
  }
}

export interface NetworkRestriction {
  /** Returns true if connections to this address are allowed. */
  allows(address: string): boolean;
  /** Throws ForbiddenAddressError if the URL has a forbidden IP address. A name is checked when it is resolved. */
  judge(url: URL): void;
  /** Resolves a name for a socket. Fails if any of its addresses is forbidden. */
  lookup: LookupFunction;
}

/** Parses networks and addresses, such as `10.2.0.0/16,fd12::/16`. Throws an error for the operator. */
export function parseNetworks(networks: readonly string[]): (address: string, family: Family) => boolean {
  const list = new BlockList();
  for (const network of networks.map((text) => text.trim()).filter((text) => text !== '')) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6];
    if (longest < 0 || Number(bits ?? 0) > longest) throw new Error('must be networks such as 10.2.0.0/16,fd12::/16');
    list.addSubnet(address, Number(bits ?? longest), longest === 32 ? 'ipv4' : 'ipv6');
  }
  return (address, family) => list.check(address, family);
}

const listOf = (networks: readonly string[]) => parseNetworks(networks);
const reserved = listOf([...IPV4_RESERVED, ...IPV6_RESERVED]);
const global = listOf(IPV6_GLOBAL);

const withoutZone = (address: string): string => address.replace(/%.*$/s, '');

/**
 * Returns true for a public address. Loopback addresses, private networks and internal services of clouds are not
 * public.
 */
export function isPublicAddress(zoned: string): boolean {
  const address = withoutZone(zoned);
  const family = addressFamily(address);
  if (family === null || reserved(address, family)) return false;
  const embedded = embeddedIPv4(address);
  if (embedded !== null) return isPublicAddress(embedded);
  return family === 'ipv4' || global(address, family);
}

/** Creates a restriction that allows public addresses and `networks`. Tests replace `lookup`. */
export function createNetworkRestriction(o: {
  networks: readonly string[];
  lookup?: typeof lookUpName;
}): NetworkRestriction {
  const { networks, lookup = lookUpName } = o;
  const named = parseNetworks(networks);
  const allows = (zoned: string): boolean => {
    const address = withoutZone(zoned);
    const family = addressFamily(address);
    if (family === null) return false;
    const embedded = embeddedIPv4(address);
    return isPublicAddress(address) || named(address, family) || (embedded !== null && named(embedded, 'ipv4'));
  };
  return {
    allows,
    judge(url) {
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0 && !allows(host)) throw new ForbiddenAddressError('is in a private network');
    },
    lookup(hostname, options, callback) {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '');
        if (addresses.length === 0) return callback(new ForbiddenAddressError('has no address'), '');
        if (addresses.some(({ address }) => !allows(address)))
          return callback(new ForbiddenAddressError('is in a private network'), '');
        const [{ address, family }] = addresses as [(typeof addresses)[number]];
        return options.all ? callback(null, addresses) : callback(null, address, family);
      });
    },
  };
}

/** Throws ForbiddenAddressError if the host of a URL cannot be resolved or has an address that is not allowed. */
export async function checkHostAllowed(reach: NetworkRestriction, url: URL): Promise<void> {
  reach.judge(url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return;
  await new Promise<void>((resolve, reject) => {
    reach.lookup(host, { all: true }, (error) => {
      if (error === null) resolve();
      else reject(error instanceof ForbiddenAddressError ? error : new ForbiddenAddressError('cannot be found', error));
    });
  });
}
