// Step of GET /user/identities/{identity_id}/token, which returns the provider's access token and first refreshes it if
// it is about to expire. The provider is called without holding a database connection. A lease in SQL ensures that only
// one request at a time uses a refresh token.
import { unknownSealingKeyError } from '../../core/keys/ring.ts';
import type { Tokens } from '../../core/providers/provider.ts';
import { parseResult } from '../database/call.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import { findEnabledProvider } from '../providers/config.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { ProviderError } from '../providers/provider_request.ts';
import { refreshProviderTokens, type SealedTokens, sealTokens, unsealTokens } from '../providers/stored_tokens.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import { createErrorConverter, providerDeadlineMs } from './parts/provider_fault.ts';

/** Result of lease_provider_token(). */
interface LeasedToken {
  id: string;
  provider: string;
  sealed: string;
  expires_at: number | null;
  renew: boolean;
  custom: CustomDefinition | null;
}

/**
 * Error codes which mean that the user or the provider has ended the access (RFC 6749, GitHub, Slack). Any other
 * error may be temporary.
 */
const ENDED: ReadonlySet<string> = new Set(['invalid_grant', 'bad_refresh_token', 'invalid_refresh_token']);

/** Outcome of a refresh, see renew_provider_token(). */
type RenewalOutcome = 'renewed' | 'ended' | 'failed' | 'unread';

interface Renewal {
  readonly renewal: { readonly id: string; readonly tokens: SealedTokens | null; readonly outcome: RenewalOutcome };
}

/** Responds with the token in `leased`. `store` saves the outcome of a refresh. */
export function respondWithProviderToken<const C extends SqlCall>(
  store: C,
): Step<Omit<NeedsOfCall<C>, 'renewal'> & { readonly leased_token: Readonly<Record<string, unknown>> }, HasResponse> {
  return step(
    'respondWithProviderToken',
    { calls: [store], refuses: ['provider_token_refused', 'provider_token_sealed', 'unavailable'] },
    ({ calls, custom, ring, settings }, route) => {
      const ready = calls.ready(store, route);
      const deadline_ms = providerDeadlineMs(settings);
      const reply = (provider: string, token: string, expires_at: number | null): HasResponse => ({
        response: jsonResponse({ provider, provider_token: token, expires_at }, { secret: true }),
      });
      return async (context: RequestContext & { readonly leased_token: Readonly<Record<string, unknown>> }) => {
        const leased_token = context.leased_token as unknown as LeasedToken;
        const current = (token: string) => reply(leased_token.provider, token, leased_token.expires_at);
        const save = async (outcome: RenewalOutcome, tokens: SealedTokens | null = null): Promise<void> => {
          const known: RequestContext & Renewal = { ...context, renewal: { id: leased_token.id, tokens, outcome } };
          parseResult(await ready.ask(known));
        };
        const kept = unsealTokens(ring, leased_token);
        if (kept === null) {
          // Ends the lease, because another gateway may have the key that unseals the tokens.
          if (leased_token.renew) await save('unread');
          const cause = unknownSealingKeyError(`the kept token of ${leased_token.provider}`);
          throw Object.assign(refuse('provider_token_sealed'), { cause });
        }
        if (!leased_token.renew) return current(kept.access_token);
        const found =
          leased_token.custom === null
            ? findEnabledProvider(leased_token.provider, settings)
            : custom.ready(leased_token.custom);
        if (found instanceof ApiError || found.provider.protocol !== 'oauth2' || kept.refresh_token === undefined) {
          await save('unread');
          const why = found instanceof ApiError ? found.msg : 'these tokens cannot be renewed';
          const lacking = found instanceof ApiError ? found.cause : undefined;
          throw Object.assign(refuse('unavailable'), {
            cause: lacking ?? new Error(`${leased_token.provider}: ${why}`),
          });
        }
        const signal = AbortSignal.timeout(deadline_ms);
        const { provider, config } = found;
        let tokens: Tokens;
        try {
          tokens = await refreshProviderTokens(provider, config, { refresh_token: kept.refresh_token, signal });
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          const ended = ENDED.has(error.refused?.code ?? '');
          await save(ended ? 'ended' : 'failed');
          if (!ended && leased_token.expires_at !== null && leased_token.expires_at > Date.now() / 1_000) {
            context.note({ warning: { reason: `${provider.name}: ${error.message}` } });
            return current(kept.access_token);
          }
          return createErrorConverter(provider.name, () => refuse(ended ? 'provider_token_refused' : 'unavailable'))(
            error,
          );
        }
        const renewed = sealTokens(ring, tokens);
        await save('renewed', renewed);
        const expires_at = renewed.expires_in === null ? null : Math.floor(Date.now() / 1_000 + renewed.expires_in);
        return reply(leased_token.provider, tokens.access_token, expires_at);
      };
    },
  );
}
