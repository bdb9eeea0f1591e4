// Special-purpose IP addresses (RFC 6890 and its successors), and IPv6 addresses that embed an IPv4 address.
import { isIP } from 'node:net';

export type Family = 'ipv4' | 'ipv6';

/** Reserved IPv4 networks, such as loopback, private, link-local and multicast ones. */
export const IPV4_RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local. Clouds serve the credentials of virtual machines here.
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
  // Azure's internal services, on an address that looks public.
  '168.63.129.16/32',
];

/** Global unicast. All other IPv6 addresses are unassigned or special. */
export const IPV6_GLOBAL = ['2000::/3'];

/** Reserved networks within IPV6_GLOBAL: protocol assignments (Teredo embeds an IPv4 address) and documentation. */
export const IPV6_RESERVED = ['2001::/23', '2001:db8::/32', '3fff::/20'];

export function addressFamily(address: string): Family | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** Returns the eight groups of an IPv6 address. */
function parseIpv6Groups(address: string): number[] {
  // The URL parser normalizes the address. An IPv4 suffix becomes two groups.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::', 2);
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/**
 * Returns the IPv4 address that an IPv6 address embeds: mapped (::ffff:a.b.c.d), compatible (::a.b.c.d), translated
 * (::ffff:0:a.b.c.d, or 64:ff9b::/96 of NAT64) or tunnelled (2002::/16, 6to4). Returns null if there is none.
 */
export function embeddedIPv4(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const groups = parseIpv6Groups(address);
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
