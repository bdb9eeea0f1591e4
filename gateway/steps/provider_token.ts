// GET /user/identities/{identity_id}/token: the provider's access token, renewed if it is about to expire. The provider is
// asked while no database connection is held. SQL gives one caller a lease, so that a refresh token is not used twice.
import { readAnswer } from '../database/call.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type Arrived, type Responded, type Step, step } from '../pipeline/step.ts';
import { ProviderError } from '../providers/ask.ts';
import { readyProvider } from '../providers/config.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { type KeptTokens, renewTokens, sealTokens, unsealTokens } from '../providers/kept_tokens.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import { because, providerDeadlineOf } from './parts/provider_fault.ts';

/** The answer of lease_provider_token. */
interface Leased {
  id: string;
  provider: string;
  sealed: string;
  expires_at: number | null;
  renew: boolean;
  custom: CustomDefinition | null;
}

interface Renewal {
  readonly renewal: { readonly id: string; readonly tokens: KeptTokens | null; readonly gone: boolean };
}

/** Responds with the token that `leased` names. `store` saves a renewed one, or ends the lease. */
export function replyProviderToken<const C extends SqlCall>(
  store: C,
): Step<Omit<NeedsOfCall<C>, 'renewal'> & { readonly leased: Readonly<Record<string, unknown>> }, Responded> {
  return step(
    'replyProviderToken',
    { calls: [store], refuses: ['provider_token_refused', 'unavailable'] },
    ({ calls, custom, ring, settings }, route) => {
      const ready = calls.ready(store, route);
      const deadline_ms = providerDeadlineOf(settings);
      const reply = (provider: string, token: string, expires_at: number | null): Responded => ({
        response: jsonResponse({ provider, provider_token: token, expires_at }, { secret: true }),
      });
      return async (context: Arrived & { readonly leased: Readonly<Record<string, unknown>> }) => {
        const leased = context.leased as unknown as Leased;
        const save = async (tokens: KeptTokens | null, gone = false): Promise<void> => {
          const known: Arrived & Renewal = { ...context, renewal: { id: leased.id, tokens, gone } };
          readAnswer(await ready.ask(known));
        };
        const kept = unsealTokens(ring, leased);
        if (kept === null) {
          await save(null, true);
          throw refuse('provider_token_refused');
        }
        if (!leased.renew) return reply(leased.provider, kept.access_token, leased.expires_at);
        const found = leased.custom === null ? readyProvider(leased.provider, settings) : custom.ready(leased.custom);
        if (found instanceof ApiError || found.provider.protocol !== 'oauth2' || kept.refresh_token === undefined) {
          await save(null);
          throw refuse('unavailable');
        }
        const signal = AbortSignal.timeout(deadline_ms);
        const { provider, config } = found;
        try {
          const tokens = await renewTokens(provider, config, { refresh_token: kept.refresh_token, signal });
          const renewed = sealTokens(ring, tokens);
          await save(renewed);
          const expires_at = renewed.expires_in === null ? null : Math.floor(Date.now() / 1_000 + renewed.expires_in);
          return reply(leased.provider, tokens.access_token, expires_at);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          // The user or the provider has ended the access. Every other fault may pass.
          const gone = error.refused?.code === 'invalid_grant' || error.refused?.code === 'bad_refresh_token';
          await save(null, gone);
          return because(provider.name, () => refuse(gone ? 'provider_token_refused' : 'unavailable'))(error);
        }
      };
    },
  );
}
