// Step of POST /token?grant_type=id_token. Verifies an ID token that an app obtained from a provider and extracts the
// profile. No query is needed for this, except for the definition of a custom provider. The client gets the error of
// the first check that fails.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { parseResult } from '../database/call.ts';
import { readBearerToken } from '../http/bearer.ts';
import { serializeClaims } from '../http/claims.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import { isCustomProvider } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { isIssuedFor } from '../providers/id_tokens.ts';
import { toExternalProfile } from '../providers/profile.ts';
import { ProviderError } from '../providers/provider_request.ts';
import { customTokenSource, findTokenSource, type TokenSource } from '../providers/submitted_id_tokens.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import type { HttpRequest } from '../server/types.ts';
import { createErrorConverter, providerDeadlineMs } from './parts/provider_fault.ts';

/**
 * Tolerated clock difference in seconds. LATEST_S is the latest expiry that is stored, in seconds since 1970 (the year
 * 3000).
 */
const SKEW_S = 60;
const LATEST_S = 32_503_680_000;
const SHOWN = 200;

interface HasIdTokenBody {
  readonly body: {
    readonly id_token: string | null;
    readonly provider: string | null;
    readonly client_id: string | null;
    readonly issuer: string | null;
    readonly access_token: string | null;
    readonly nonce: string | null;
    readonly link_identity: boolean | null;
  };
}

interface HasVerifiedIdToken {
  readonly identity: {
    readonly provider: string;
    readonly profile: object;
    readonly token: object;
    readonly claims: string | null;
  };
}

const REFUSES = [
  'id_token_missing',
  'id_token_issuer_missing',
  'id_token_linker_missing',
  'id_token_issuer_undetected',
  'id_token_issuer_foreign',
  'id_token_issuer_differs',
  'id_token_issuer_unknown',
  'id_token_provider_disabled',
  'id_token_bad',
  'id_token_of_nobody',
  'id_token_audience',
  'id_token_nonce_alone',
  'id_token_nonce_differs',
  'manual_linking_disabled',
  'provider_incomplete',
  'custom_providers_off',
  'custom_provider_not_oidc',
  'no_authorization',
  'bad_jwt',
] as const;

/** Verifies the ID token. `find` returns the definition of a custom provider. */
export function verifyIdToken<const C extends SqlCall>(o: {
  find: C;
}): Step<NeedsOfCall<C> & HasIdTokenBody, HasVerifiedIdToken> {
  return step(
    'verifyIdToken',
    { calls: [o.find], refuses: REFUSES },
    ({ settings, jwt, id_tokens, custom, calls }, route) => {
      const find = calls.ready(o.find, route);
      const deadline_ms = providerDeadlineMs(settings);

      /** Returns the claims of the user to whom the identity is to be linked; null for a sign-in. */
      const linkerOf = async (wanted: boolean, request: HttpRequest): Promise<string | null> => {
        if (!wanted) return null;
        if (!settings.external_id_token_linking_enabled) throw refuse('manual_linking_disabled');
        const bearer = readBearerToken(request);
        if (bearer === null) throw refuse('id_token_linker_missing');
        return serializeClaims(await jwt.verify(bearer));
      };

      const verified = async (token: string, access_token: string, source: TokenSource): Promise<JWTPayload> => {
        const signal = AbortSignal.timeout(deadline_ms);
        const { keys_of, provider: counted_as } = source;
        const trusted = { keys_of, signal, counted_as, ...(access_token === '' ? null : { access_token }) };
        return id_tokens.open(token, trusted).catch((error: unknown) => {
          const away = error instanceof ProviderError && error.away;
          return createErrorConverter(source.provider, () => refuse(away ? 'unavailable' : 'id_token_bad'))(error);
        });
      };

      const customSource = async (context: RequestContext): Promise<TokenSource> => {
        if (!settings.custom_oauth_enabled) throw refuse('custom_providers_off');
        const ready = custom.ready(parseResult(await find.ask(context)) as unknown as CustomDefinition);
        if (ready instanceof ApiError) throw ready;
        return customTokenSource(ready);
      };

      return async (context: RequestContext & HasIdTokenBody): Promise<HasVerifiedIdToken> => {
        const { body, request } = context;
        const of = (name: Exclude<keyof HasIdTokenBody['body'], 'link_identity'>): string => body[name] ?? '';
        const token = of('id_token');
        const named = { provider: of('provider'), client_id: of('client_id'), issuer: of('issuer') };
        if (token === '') throw refuse('id_token_missing');
        if (named.provider === '' && (named.client_id === '' || named.issuer === ''))
          throw refuse('id_token_issuer_missing');
        const claims = await linkerOf(body.link_identity === true, request);
        const source = isCustomProvider(named.provider)
          ? await customSource(context)
          : findTokenSource(token, named, settings);
        const payload = await verified(token, of('access_token'), source);
        if (typeof payload.sub !== 'string' || payload.sub === '') throw refuse('id_token_of_nobody');
        if (!isIssuedFor(payload, source.audiences))
          throw refuse('id_token_audience', describeUnexpectedAudience(payload, source));
        if (!source.skips_nonce) checkNonce(payload.nonce, of('nonce'));
        return {
          identity: {
            provider: source.provider,
            profile: readIdTokenProfile(payload, source),
            token: {
              digest: computeReplayDigest(token, payload),
              expires_at: Math.min(Number(payload.exp) + SKEW_S, LATEST_S),
            },
            claims,
          },
        };
      };
    },
  );
}

function readIdTokenProfile(payload: JWTPayload, source: TokenSource) {
  try {
    return toExternalProfile(source.profile(payload), source.config);
  } catch (error) {
    return createErrorConverter(source.provider, () => refuse('id_token_bad'))(error);
  }
}

/** Returns the claim of a rejected token that the error quotes: the audiences, or `azp` if only `azp` is wrong. */
function describeUnexpectedAudience({ aud, azp }: JWTPayload, { audiences }: TokenSource): string {
  const named = [aud ?? []].flat();
  const fits = named.some((id) => audiences.includes(id));
  return (fits && typeof azp === 'string' ? azp : named.join(' ')).slice(0, SHOWN);
}

/**
 * Checks that the token contains the digest of the request's nonce, or that neither has one. Only the app knows the
 * nonce, so a stolen token with a digest cannot be used.
 */
function checkNonce(hashed: unknown, nonce: string): void {
  const carried = hashed === undefined || hashed === null ? '' : String(hashed);
  if ((carried === '') !== (nonce === '')) throw refuse('id_token_nonce_alone');
  if (nonce === '') return;
  const expected = Buffer.from(createHash('sha256').update(nonce).digest('hex'));
  const given = Buffer.from(carried);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refuse('id_token_nonce_differs');
}

/**
 * Returns the digest by which SQL detects that a token is used twice. It covers the nonce, which is unique per
 * sign-in. Without a nonce it covers the signed part and not the signature, because some signatures have two valid
 * encodings.
 */
function computeReplayDigest(token: string, { iss, sub, nonce }: JWTPayload): string {
  const what = nonce ? ['nonce', nonce] : ['signed', token.slice(0, token.lastIndexOf('.'))];
  return createHash('sha256')
    .update(JSON.stringify([iss, sub, ...what]))
    .digest('hex');
}
