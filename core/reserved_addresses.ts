// Addresses that are not of the internet, as the registries of special-purpose addresses list them (RFC 6890 and its
// successors), and IPv6 addresses that lead to an IPv4 one.
import { isIP } from 'node:net';

export type Family = 'ipv4' | 'ipv6';

/** This network and machine, private, shared by a carrier's customers, link-local, documentation, benchmarks, multicast. */
export const IPV4_RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local, where the clouds keep the credentials of their machines.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's services for its machines, at an address that looks like any other.
  '168.63.129.16/32',
];

/** What is given out to the internet: everything else of IPv6 is not, whatever it will become. */
export const IPV6_GLOBAL = ['2000::/3'];

/** Within that: protocols (Teredo among them, which hides an IPv4 address), documentation. */
export const IPV6_RESERVED = ['2001::/23', '2001:db8::/32', '3fff::/20'];

export function familyOf(address: string): Family | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes each in one way, an IPv4 address at the end as two groups.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::', 2);
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/**
 * The IPv4 address that an IPv6 address leads to: written as one (::ffff:a.b.c.d, ::a.b.c.d), translated (64:ff9b::/96,
 * of NAT64), or tunnelled (2002::/16, of 6to4). Null where it leads to none.
 */
export function inner(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const groups = groupsOf(address);
  const starts = (...head: readonly number[]): boolean => head.every((group, at) => groups[at] === group);
  const ipv4 = (at: number): string => {
    const [high = 0, low = 0] = groups.slice(at, at + 2);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  };
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0) || starts(0x64, 0xff9b, 0, 0, 0, 0))
    return ipv4(6);
  if (starts(0, 0, 0, 0, 0, 0)) return ipv4(6);
  return starts(0x2002) ? ipv4(1) : null;
}
