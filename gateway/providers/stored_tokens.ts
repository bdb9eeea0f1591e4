// Seals, unseals and refreshes the tokens of providers that the server stores (RFC 6749, section 6).
import { randomUUID } from 'node:crypto';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { OAuth2Provider, ProviderConfig, Tokens } from '../../core/providers/provider.ts';
import { exchangeRefreshToken } from './oauth2.ts';

/** Sealed tokens as SQL stores them. */
export interface SealedTokens {
  id: string;
  sealed: string;
  renewable: boolean;
  /** Lifetime in seconds; null if the provider returns none or an implausible one. */
  expires_in: number | null;
}

/** Content of the sealed tokens. */
export interface UnsealedTokens {
  access_token: string;
  refresh_token?: string;
}

const LONGEST_S = 10 * 365 * 86_400;

export function sealTokens(ring: KeyRing, { access_token, refresh_token, expires_in }: Tokens): SealedTokens {
  const id = randomUUID();
  const inside: UnsealedTokens = { access_token, ...(refresh_token ? { refresh_token } : {}) };
  const seconds = Number(expires_in);
  return {
    id,
    sealed: ring.seal(JSON.stringify(inside), id),
    renewable: refresh_token !== undefined,
    expires_in: Number.isFinite(seconds) && seconds > 0 && seconds < LONGEST_S ? seconds : null,
  };
}

/** Unseals tokens. Returns null if the sealing key is no longer in the key ring. */
export function unsealTokens(ring: KeyRing, { id, sealed }: { id: string; sealed: string }): UnsealedTokens | null {
  const text = ring.open(sealed, id);
  return text === null ? null : (JSON.parse(text) as UnsealedTokens);
}

/** Refreshes tokens. If the provider returns no new refresh token, the old one is kept. */
export async function refreshProviderTokens(
  provider: OAuth2Provider,
  config: ProviderConfig,
  o: { refresh_token: string; signal: AbortSignal },
): Promise<Tokens> {
  const tokens = await exchangeRefreshToken(provider, config, o);
  return { ...tokens, refresh_token: tokens.refresh_token ?? o.refresh_token };
}
