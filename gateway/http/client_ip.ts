// Who a request comes from: its address, and the key of its client for limits. A header counts as far as proxies wrote it.
import { isIP } from 'node:net';
import { parseTrustedProxies, type TrustedProxies } from '../../core/settings/trusted_proxies.ts';
import type { Visitor } from '../database/waiting_line.ts';
import type { HttpRequest } from '../server/types.ts';

export interface ClientAddress {
  /** For the session row, captcha and logs; '' where nothing is known. */
  ip: string;
  /** The address that trusted proxies vouch for, or else the connection's; administrators' actions are recorded with it. */
  vouched: string;
  /** Key of per-client limits, or null where there are none. */
  limit_key: string | null;
}

interface AddressSettings {
  rate_limit_header: string;
  rate_limit_trusted_proxies: string;
  security_sb_forwarded_for_enabled: boolean;
}

type Source = Pick<HttpRequest, 'header' | 'remote_addr'>;

/** More proxies than anybody chains; earlier elements of the header are not read. */
const MOST_ELEMENTS = 32;

export function createClientAddress(settings: AddressSettings): (request: Source) => ClientAddress {
  const proxies = parseTrustedProxies(settings.rate_limit_trusted_proxies);
  const named = settings.rate_limit_trusted_proxies !== '';
  return (request) => {
    const edge = settings.security_sb_forwarded_for_enabled ? address(first(request.header('sb-forwarded-for'))) : null;
    const forwarded = request.header('x-forwarded-for');
    const peer = address(request.remote_addr) ?? '';
    // If proxies are not configured the first address is taken, as other servers do: good enough to show, not for limits.
    const vouched = edge ?? behind(proxies, forwarded, peer);
    const told = edge ?? (named ? vouched : (firstAddress(forwarded) ?? peer));
    const { rate_limit_header: header } = settings;
    const keyed = edge ?? (header ? behind(proxies, request.header(header), peer) : null);
    return { ip: told, vouched, limit_key: keyed === null ? null : clientKey(keyed) };
  };
}

/** The key of a client: an IPv4 address, or the /64 of an IPv6 one, in which every connection may have another address. */
export function clientKey(found: string): string {
  const ip = address(found);
  if (ip === null) return 'unknown';
  return isIP(ip) === 6 ? network(ip, 64) : ip;
}

/** Whose turn a request takes in the waiting lines: its client's, or its connection's if no header tells clients apart. */
export function visitorOf(request: HttpRequest, key: string | null): Visitor {
  return { client: key ?? clientKey(request.remote_addr), gone: () => request.aborted };
}

/** The /48 around a client's key, which is what one customer is given at most; null for IPv4. */
export function widerKey(key: string): string | null {
  return key.endsWith('/64') ? network(key.slice(0, -'/64'.length), 48) : null;
}

/** The farthest address that the proxies vouch for; the connection's own where the header is missing or unreadable. */
function behind(proxies: TrustedProxies, header: string | undefined, peer: string): string {
  const list = (header ?? '').trim();
  if (list === '') return peer;
  if ('hops' in proxies) {
    if (proxies.hops === 0) return peer;
    return address(lastElements(list, proxies.hops)[proxies.hops - 1] ?? '') ?? peer;
  }
  let farthest = peer;
  for (const element of lastElements(list, MOST_ELEMENTS)) {
    if (farthest === '' || !proxies.trusts(farthest)) return farthest;
    const next = address(element);
    if (next === null) return peer;
    farthest = next;
  }
  return farthest;
}

/** Elements of a list from its end, without reading a long one to its beginning. */
function lastElements(list: string, most: number): string[] {
  const found: string[] = [];
  for (let end = list.length; end >= 0 && found.length < most; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    found.push(list.slice(comma + 1, end).trim());
    end = comma;
  }
  return found;
}

function first(list: string | undefined): string {
  return (list ?? '').split(',', 1)[0]?.trim() ?? '';
}

/** The first element that is an address at all; proxies add what they cannot read as well. */
function firstAddress(list: string | undefined): string | null {
  for (const part of (list ?? '').split(',', MOST_ELEMENTS)) {
    const found = address(part.trim());
    if (found) return found;
  }
  return null;
}

/** The one spelling of an address, without port, zone and IPv4-in-IPv6 notation; null for anything else. */
export function address(text: string): string | null {
  if (text.length > 100) return null;
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const [unzoned = ''] = bare.split('%', 1);
  const version = isIP(unzoned);
  if (version !== 6) return version === 4 ? unzoned : null;
  const short = new URL(`http://[${unzoned}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].map((group) => Number.parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 255]);
  return bytes.join('.');
}

/** The first `bits` (a multiple of 16) of an IPv6 address in its one spelling. */
function network(ip: string, bits: 48 | 64): string {
  const [head = '', tail = ''] = ip.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = ip.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left;
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}
