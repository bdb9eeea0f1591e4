// Where requests may go whose address somebody else has chosen: public addresses, and private networks that the operator names.
// The name is looked up once, and what was judged is what is connected to: a name that changes its mind in between gains nothing.
import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Family, familyOf, IPV4_RESERVED, IPV6_GLOBAL, IPV6_RESERVED, inner } from './reserved_addresses.ts';

/** An address that is not to be reached. Its sentence names no address, for who asks may be the one who must not learn it. */
export class Unreachable extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'Unreachable';
  }
}

export interface Reach {
  /** Whether a connection to this address may be made. */
  allows(address: string): boolean;
  /** Throws Unreachable where the URL names an address that is refused. A name is judged when it has been looked up. */
  judge(url: URL): void;
  /** Looks a name up, as a socket does; refuses it as a whole where one of its addresses is. */
  lookup: LookupFunction;
}

/** `10.2.0.0/16,fd12::/16`, each a network or an address. Throws a sentence. */
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

/** Whether an address is one of the internet's, and not of this machine, its network, or a cloud's own services. */
export function isPublic(zoned: string): boolean {
  const address = withoutZone(zoned);
  const family = familyOf(address);
  if (family === null || reserved(address, family)) return false;
  const embedded = inner(address);
  if (embedded !== null) return isPublic(embedded);
  return family === 'ipv4' || global(address, family);
}

/** `networks` are allowed beside public addresses; `lookup` is how names are looked up. */
export function createReach(o: { networks: readonly string[]; lookup?: typeof lookUpName }): Reach {
  const { networks, lookup = lookUpName } = o;
  const named = parseNetworks(networks);
  const allows = (zoned: string): boolean => {
    const address = withoutZone(zoned);
    const family = familyOf(address);
    if (family === null) return false;
    const embedded = inner(address);
    return isPublic(address) || named(address, family) || (embedded !== null && named(embedded, 'ipv4'));
  };
  return {
    allows,
    judge(url) {
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0 && !allows(host)) throw new Unreachable('is in a private network');
    },
    lookup(hostname, options, callback) {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '');
        if (addresses.length === 0) return callback(new Unreachable('has no address'), '');
        if (addresses.some(({ address }) => !allows(address)))
          return callback(new Unreachable('is in a private network'), '');
        const [{ address, family }] = addresses as [(typeof addresses)[number]];
        return options.all ? callback(null, addresses) : callback(null, address, family);
      });
    },
  };
}

/** Looks a URL's host up and throws Unreachable where nothing is to be connected to. */
export async function resolves(reach: Reach, url: URL): Promise<void> {
  reach.judge(url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return;
  await new Promise<void>((resolve, reject) => {
    reach.lookup(host, { all: true }, (error) => {
      if (error === null) resolve();
      else reject(error instanceof Unreachable ? error : new Unreachable('cannot be found', error));
    });
  });
}
