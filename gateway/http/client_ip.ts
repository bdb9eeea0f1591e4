// Determines the address of a client and its key for rate limits. Rate limits use only those parts of
// RATE_LIMIT_HEADER that trusted proxies wrote. If SB-Forwarded-For is enabled, its first address is used unchecked.
import { isIP } from 'node:net';
import { parseTrustedProxies, type TrustedProxies } from '../../core/settings/trusted_proxies.ts';
import type { QueueClient } from '../database/slot_queue.ts';
import type { HttpRequest } from '../server/types.ts';

export interface ClientAddress {
  /** Address for session rows, captcha and logs; '' if unknown. */
  ip: string;
  /**
   * Address from SB-Forwarded-For if enabled, otherwise the address that trusted proxies confirm or that of the
   * connection. Recorded for actions of administrators.
   */
  verified_ip: string;
  /** Key for rate limits per client; null if no header is configured that distinguishes clients. */
  limit_key: string | null;
}

interface AddressSettings {
  rate_limit_header: string;
  rate_limit_trusted_proxies: string;
  security_sb_forwarded_for_enabled: boolean;
}

type RequestSource = Pick<HttpRequest, 'header' | 'remote_addr'>;

/** Maximum number of addresses that are read from a forwarding header. */
const MOST_ELEMENTS = 32;

export function createClientAddress(settings: AddressSettings): (request: RequestSource) => ClientAddress {
  const proxies = parseTrustedProxies(settings.rate_limit_trusted_proxies);
  const named = settings.rate_limit_trusted_proxies !== '';
  return (request) => {
    const edge = settings.security_sb_forwarded_for_enabled
      ? canonicalAddress(firstElement(request.header('sb-forwarded-for')))
      : null;
    const forwarded = request.header('x-forwarded-for');
    const peer = canonicalAddress(request.remote_addr) ?? '';
    // Without configured proxies, `ip` is the first address in X-Forwarded-For. A client can forge this address, so
    // rate limits do not use it.
    const verified_ip = edge ?? farthestConfirmedAddress(proxies, forwarded, peer);
    const chosen = edge ?? (named ? verified_ip : (firstAddress(forwarded) ?? peer));
    const { rate_limit_header: header } = settings;
    const keyed = edge ?? (header ? farthestConfirmedAddress(proxies, request.header(header), peer) : null);
    return { ip: chosen, verified_ip, limit_key: keyed === null ? null : rateLimitKey(keyed) };
  };
}

/**
 * Returns the rate limit key of a client: an IPv4 address, or the /64 network of an IPv6 address, because a client
 * can use any address in it. Returns `unknown` if the text is not an IP address.
 */
export function rateLimitKey(found: string): string {
  const ip = canonicalAddress(found);
  if (ip === null) return 'unknown';
  return isIP(ip) === 6 ? ipv6Network(ip, 64) : ip;
}

/**
 * Returns a request's client for the fair queues. Its key is the client's limit key, or is derived from the address of
 * the connection if the limit key is null.
 */
export function toQueueClient(request: HttpRequest, key: string | null): QueueClient {
  return { client: key ?? rateLimitKey(request.remote_addr), gone: () => request.aborted };
}

/**
 * Returns the /48 network of an IPv6 client's key, because a provider may assign a whole /48 network to one customer.
 * Returns null for any other key.
 */
export function widerNetworkKey(key: string): string | null {
  return key.endsWith('/64') ? ipv6Network(key.slice(0, -'/64'.length), 48) : null;
}

/**
 * Returns the address farthest from this server that trusted proxies confirm, or the connection's address if the header
 * is missing or malformed.
 */
function farthestConfirmedAddress(proxies: TrustedProxies, header: string | undefined, peer: string): string {
  const list = (header ?? '').trim();
  if (list === '') return peer;
  if ('hops' in proxies) {
    if (proxies.hops === 0) return peer;
    return canonicalAddress(lastElements(list, proxies.hops)[proxies.hops - 1] ?? '') ?? peer;
  }
  let farthest = peer;
  for (const element of lastElements(list, MOST_ELEMENTS)) {
    if (farthest === '' || !proxies.trusts(farthest)) return farthest;
    const next = canonicalAddress(element);
    if (next === null) return peer;
    farthest = next;
  }
  return farthest;
}

/** Returns up to `most` elements of a comma-separated list, from the last one backwards. */
function lastElements(list: string, most: number): string[] {
  const found: string[] = [];
  for (let end = list.length; end >= 0 && found.length < most; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    found.push(list.slice(comma + 1, end).trim());
    end = comma;
  }
  return found;
}

function firstElement(list: string | undefined): string {
  return (list ?? '').split(',', 1)[0]?.trim() ?? '';
}

/** Returns the first element that is a valid address. Proxies may add other elements. */
function firstAddress(list: string | undefined): string | null {
  for (const part of (list ?? '').split(',', MOST_ELEMENTS)) {
    const found = canonicalAddress(part.trim());
    if (found) return found;
  }
  return null;
}

/**
 * Returns the canonical form of an IP address, without port, zone and IPv4-in-IPv6 notation. Returns null if the text
 * is not an IP address.
 */
export function canonicalAddress(text: string): string | null {
  if (text.length > 100) return null;
  if (isIP(text) === 4) return text;
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

/** Returns the network of a canonical IPv6 address. `bits` is the prefix length. */
function ipv6Network(ip: string, bits: 48 | 64): string {
  const [head = '', tail = ''] = ip.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = ip.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left;
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}
