// The address of the client (contract 2.11) and the key of per-client limits (7.1). Headers are trusted as far as the contract says.
import { isIP } from 'node:net';
import type { HttpRequest } from '../server/types.ts';

export interface ClientAddress {
  /** For the session row, captcha and logs; '' where nothing is known. */
  ip: string;
  /** Key of per-client limits, or null: nothing is limited. */
  limit_key: string | null;
}

interface AddressSettings {
  rate_limit_header: string;
  security_sb_forwarded_for_enabled: boolean;
}

type Source = Pick<HttpRequest, 'header' | 'remote_addr'>;

export function createClientAddress(settings: AddressSettings): (request: Source) => ClientAddress {
  return (request) => {
    const trusted = settings.security_sb_forwarded_for_enabled
      ? address(first(request.header('sb-forwarded-for')))
      : null;
    const ip = trusted ?? forwarded(request.header('x-forwarded-for')) ?? address(request.remote_addr) ?? '';
    const key = settings.rate_limit_header ? first(request.header(settings.rate_limit_header)) : '';
    return { ip, limit_key: trusted ?? (limitKey(key) || null) };
  };
}

/** One client, one key, in whatever spelling its address comes; text that is no address is a key as it is. */
function limitKey(text: string): string {
  return address(text) ?? text;
}

function first(list: string | undefined): string {
  return (list ?? '').split(',', 1)[0]?.trim() ?? '';
}

/** The first element that is an address at all; proxies add what they cannot read as well. */
function forwarded(list: string | undefined): string | null {
  for (const part of (list ?? '').split(',', 64)) {
    const found = address(part.trim());
    if (found) return found;
  }
  return null;
}

/** An address without port, zone and IPv4-in-IPv6 notation, as Postgres' inet reads it; null for anything else. */
export function address(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const [unzoned = ''] = bare.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(unzoned)?.[1];
  const found = mapped ?? unzoned;
  return isIP(found) === 0 ? null : found.toLowerCase();
}
