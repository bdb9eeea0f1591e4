// POST /token?grant_type=id_token: an ID token that an app has got by itself becomes the profile of whom it names, or a refusal
// that costs no query. Clients are told of the first check that fails, in this order.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Settings } from '../../core/settings/table.ts';
import { optionalBearer } from '../http/bearer.ts';
import { claimsText } from '../http/claims.ts';
import { Refusal, refuse } from '../http/errors.ts';
import type { Jwt } from '../http/jwt.ts';
import { ProviderFault } from '../providers/ask.ts';
import { type CustomProviders, isCustom } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { type IdTokens, isFor } from '../providers/id_tokens.ts';
import { customIssuer, issuedBy, type TokenSource } from '../providers/own_tokens.ts';
import { arrivingProfile } from '../providers/profile.ts';
import type { HttpRequest } from '../server/types.ts';
import type { Opener, Take } from './openers.ts';
import { because, providerDeadlineOf } from './provider_fault.ts';

/** Seconds that clocks may differ, and the latest expiry that the database is told (the year 3000): a token may be valid for ever. */
const SKEW_S = 60;
const LATEST_S = 32_503_680_000;
const SHOWN = 200;

export function createIdTokenOpener(o: {
  settings: Settings;
  jwt: Jwt;
  id_tokens: IdTokens;
  custom: CustomProviders;
}): Opener {
  const { settings, jwt, id_tokens, custom } = o;
  const deadline_ms = providerDeadlineOf(settings);

  /** Who links; null where somebody signs in. */
  const linker = async (wanted: boolean, request: HttpRequest): Promise<string | null> => {
    if (!wanted) return null;
    if (!settings.external_id_token_linking_enabled) throw refuse('manual_linking_disabled');
    const bearer = optionalBearer(request);
    if (bearer === null) throw refuse('id_token_linker_missing');
    return claimsText(await jwt.verify(bearer));
  };

  const opened = async (token: string, access_token: string, source: TokenSource): Promise<JWTPayload> => {
    const signal = AbortSignal.timeout(deadline_ms);
    const { keys_of, provider: counted_as } = source;
    const trusted = { keys_of, signal, counted_as, ...(access_token === '' ? null : { access_token }) };
    return id_tokens.open(token, trusted).catch((error: unknown) => {
      const away = error instanceof ProviderFault && error.away;
      return because(source.provider, () => refuse(away ? 'unavailable' : 'id_token_bad'))(error);
    });
  };

  /** A custom provider is known to SQL alone. */
  const customSource = async (take: Take): Promise<TokenSource> => {
    if (!settings.custom_oauth_enabled) throw refuse('custom_providers_off');
    const ready = custom.ready((await take()) as unknown as CustomDefinition);
    if (ready instanceof Refusal) throw ready;
    return customIssuer(ready);
  };

  return async ({ body }, request, take) => {
    const of = (name: string): string => String(body[name] ?? '');
    const token = of('id_token');
    const named = { provider: of('provider'), client_id: of('client_id'), issuer: of('issuer') };
    if (token === '') throw refuse('id_token_missing');
    if (named.provider === '' && (named.client_id === '' || named.issuer === ''))
      throw refuse('id_token_issuer_missing');
    const claims = await linker(body.link_identity === true, request);
    const source = isCustom(named.provider) ? await customSource(take) : issuedBy(token, named, settings);
    const payload = await opened(token, of('access_token'), source);
    if (typeof payload.sub !== 'string' || payload.sub === '') throw refuse('id_token_of_nobody');
    if (!isFor(payload, source.audiences)) throw refuse('id_token_audience', foreignIn(payload, source));
    if (!source.skips_nonce) checkNonce(payload.nonce, of('nonce'));
    return {
      provider: source.provider,
      profile: profileOf(payload, source),
      token: { digest: digestOf(token, payload), expires_at: Math.min(Number(payload.exp) + SKEW_S, LATEST_S) },
      claims,
    };
  };
}

function profileOf(payload: JWTPayload, source: TokenSource) {
  try {
    return arrivingProfile(source.profile(payload), source.config);
  } catch (error) {
    return because(source.provider, () => refuse('id_token_bad'))(error);
  }
}

/** What a refusal shows: the audiences, or who asked for the token where that is what does not fit. */
function foreignIn({ aud, azp }: JWTPayload, { audiences }: TokenSource): string {
  const named = [aud ?? []].flat();
  const fits = named.some((id) => audiences.includes(id));
  return (fits && typeof azp === 'string' ? azp : named.join(' ')).slice(0, SHOWN);
}

/** The token carries the digest of what the app has kept, so that nobody else who sees the token can bring it. */
function checkNonce(hashed: unknown, nonce: string): void {
  const carried = hashed === undefined || hashed === null ? '' : String(hashed);
  if ((carried === '') !== (nonce === '')) throw refuse('id_token_nonce_alone');
  if (nonce === '') return;
  const expected = Buffer.from(createHash('sha256').update(nonce).digest('hex'));
  const given = Buffer.from(carried);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refuse('id_token_nonce_differs');
}

/**
 * What a token is remembered by: its nonce, which is for one sign-in of its user, or else what is signed. The signature is no
 * part of it: some can be written in two ways.
 */
function digestOf(token: string, { iss, sub, nonce }: JWTPayload): string {
  const what = nonce ? ['nonce', nonce] : ['signed', token.slice(0, token.lastIndexOf('.'))];
  return createHash('sha256')
    .update(JSON.stringify([iss, sub, ...what]))
    .digest('hex');
}
