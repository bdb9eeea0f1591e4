// Steps of GET /authorize and GET /user/identities/authorize, which store a flow and redirect the browser to the
// provider.
import { randomBytes, randomUUID } from 'node:crypto';
import type { OAuth2Provider } from '../../core/providers/provider.ts';
import { parseResult } from '../database/call.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { redirectResponse } from '../pipeline/redirects.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import { type ConfiguredProvider, findEnabledProvider } from '../providers/config.ts';
import { isCustomProvider } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { startOAuth1SignIn } from '../providers/oauth1.ts';
import { authorizationUrl } from '../providers/oauth2.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import { unsealLink } from './links.ts';
import { createErrorConverter, providerDeadlineMs } from './parts/provider_fault.ts';

/** Maximum length of a query in characters. */
const LONGEST_QUERY = 8_192;

interface HasFlow {
  readonly flow: {
    readonly id: string;
    readonly provider: string;
    readonly link: object;
    readonly verifier: string;
    readonly invitation: object | null;
  };
}

const REFUSES = ['provider_disabled', 'provider_unknown', 'provider_incomplete', 'custom_providers_off'] as const;

/**
 * Stores the flow with a call that has the argument `flow`. Redirects to the provider or, for a signed-in user with
 * skip_http_redirect, responds with the URL.
 */
export function redirectToProvider<const C extends SqlCall>(call: C): Step<Omit<NeedsOfCall<C>, 'flow'>, HasResponse> {
  return step(
    'redirectToProvider',
    { calls: [call], refuses: REFUSES, leads: true },
    ({ settings, ring, custom, calls }, route) => {
      const deadline_ms = providerDeadlineMs(settings);
      const ready = calls.ready(call, route);
      return async (context: RequestContext) => {
        const { request, query: sent, target: redirect_to } = context;
        if (request.query.length > LONGEST_QUERY) throw refuse('validation_failed', 'The query is too long');
        const id = randomUUID();
        const query = new URLSearchParams(request.query);
        /** Stores the flow. Returns the definition if the provider is a custom one. */
        const store = async (provider: string, kept: string): Promise<CustomDefinition> => {
          const { invite_token, code_challenge, code_challenge_method } = sent;
          const flow: HasFlow['flow'] = {
            id,
            provider,
            link: { redirect_to, code_challenge, code_challenge_method },
            verifier: ring.seal(kept, id),
            invitation: invite_token ? unsealLink(ring, String(invite_token)) : null,
          };
          const known: RequestContext & HasFlow = { ...context, flow };
          return parseResult(await ready.ask(known)).custom as CustomDefinition;
        };
        /**
         * Returns the authorization URL of a custom provider. Its definition comes from the call that stores the
         * flow.
         */
        const customPage = async (name: string): Promise<string> => {
          if (!settings.custom_oauth_enabled) throw refuse('custom_providers_off');
          const verifier = newVerifier();
          const found = throwIfError(custom.ready(await store(name.toLowerCase(), verifier)));
          return authorizationUrl(found.provider as OAuth2Provider, found.config, { state: id, verifier, query });
        };
        const builtInPage = async (name: string): Promise<string> => {
          const found = findEnabledProvider(name, settings);
          // If the user may not link identities, return that error before an error about the provider.
          if (found instanceof ApiError && route.auth === 'user') parseResult(await ready.ask(context));
          const known = throwIfError(found);
          const { url, kept } = await buildAuthorizationPage(known, { id, query, deadline_ms });
          await store(known.provider.name, kept);
          return url;
        };
        const name = String(sent.provider ?? '');
        const url = await (isCustomProvider(name) ? customPage(name) : builtInPage(name));
        const as_json = route.auth === 'user' && sent.skip_http_redirect === 'true';
        return { response: as_json ? jsonResponse({ url }, { secret: true }) : redirectResponse(url, 302) };
      };
    },
  );
}

function throwIfError(found: ConfiguredProvider | ApiError): ConfiguredProvider {
  if (found instanceof ApiError) throw found;
  return found;
}

const newVerifier = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the provider's authorization URL and the value to store for the callback: a code verifier, or the temporary
 * token of OAuth 1.0a.
 */
async function buildAuthorizationPage(
  { provider, config }: ConfiguredProvider,
  o: { id: string; query: URLSearchParams; deadline_ms: number },
): Promise<{ url: string; kept: string }> {
  if (provider.protocol === 'oauth2') {
    const verifier = newVerifier();
    return { url: authorizationUrl(provider, config, { state: o.id, verifier, query: o.query }), kept: verifier };
  }
  const signal = AbortSignal.timeout(o.deadline_ms);
  const started = await startOAuth1SignIn(provider, config, { state: o.id, signal }).catch(
    createErrorConverter(provider.name, () => refuse('provider_incomplete', `${provider.title} cannot be asked`)),
  );
  return { url: started.url, kept: JSON.stringify(started.request) };
}
