// GET /authorize and GET /user/identities/authorize: a flow is written down, and the browser goes to the provider.
import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { OAuth2Provider } from '../../core/providers/provider.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer } from '../database/call.ts';
import { Refusal, refuse } from '../http/errors.ts';
import { type ReadyProvider, readyProvider } from '../providers/config.ts';
import { type CustomProviders, isCustom } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { startSignIn } from '../providers/oauth1.ts';
import { authorizationUrl } from '../providers/oauth2.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { openLink } from './openers.ts';
import { because, providerDeadlineOf } from './provider_fault.ts';
import { jsonResponse } from './reply.ts';
import { redirect } from './verify_redirect.ts';

/** What is written down of it besides the provider: more than any client sends, and less than fills a table. */
const LONGEST_QUERY = 8_192;

export function createDeparture(o: {
  settings: Settings;
  ring: KeyRing;
  decide: Decide;
  custom: CustomProviders;
}): (exchange: Exchange) => Promise<HttpResponse> {
  const deadline_ms = providerDeadlineOf(o.settings);
  return async (exchange) => {
    const { inputs, request, endpoint } = exchange;
    if (request.query.length > LONGEST_QUERY) throw refuse('validation_failed', 'The query is too long');
    const id = randomUUID();
    const query = new URLSearchParams(request.query);
    /** Writes the flow down; the answer is the definition of a custom provider. */
    const begin = async (provider: string, kept: string): Promise<CustomDefinition> => {
      const { invite_token, code_challenge, code_challenge_method } = inputs.query;
      inputs.opened = {
        id,
        provider,
        link: { redirect_to: inputs.redirect_to, code_challenge, code_challenge_method },
        verifier: o.ring.seal(kept, id),
        invitation: invite_token ? openLink(o.ring, String(invite_token)) : null,
      };
      return readAnswer(await o.decide(exchange)).custom as CustomDefinition;
    };
    /** Custom providers are rows: the call that writes the flow down also answers the provider's definition. */
    const leaveForCustom = async (name: string): Promise<string> => {
      if (!o.settings.custom_oauth_enabled) throw refuse('custom_providers_off');
      const verifier = newVerifier();
      const ready = readyOf(o.custom.ready(await begin(name.toLowerCase(), verifier)));
      return authorizationUrl(ready.provider as OAuth2Provider, ready.config, { state: id, verifier, query });
    };
    const leave = async (name: string): Promise<string> => {
      const found = readyProvider(name, o.settings);
      // A user who may not link at all learns that before anything about the provider.
      if (found instanceof Refusal && endpoint.auth === 'user') readAnswer(await o.decide(exchange));
      const ready = readyOf(found);
      const { url, kept } = await pageOf(ready, { id, query, deadline_ms });
      await begin(ready.provider.name, kept);
      return url;
    };
    const name = String(inputs.query.provider ?? '');
    const url = await (isCustom(name) ? leaveForCustom(name) : leave(name));
    if (endpoint.auth === 'user' && inputs.query.skip_http_redirect === 'true')
      return jsonResponse({ url }, { secret: true });
    return redirect(url, 302);
  };
}

function readyOf(found: ReadyProvider | Refusal): ReadyProvider {
  if (found instanceof Refusal) throw found;
  return found;
}

const newVerifier = (): string => randomBytes(32).toString('base64url');

/** The provider's page, and what must be kept for the way back: a verifier, or the token that OAuth 1.0a begins with. */
async function pageOf(
  { provider, config }: ReadyProvider,
  o: { id: string; query: URLSearchParams; deadline_ms: number },
): Promise<{ url: string; kept: string }> {
  if (provider.protocol === 'oauth2') {
    const verifier = newVerifier();
    return { url: authorizationUrl(provider, config, { state: o.id, verifier, query: o.query }), kept: verifier };
  }
  const signal = AbortSignal.timeout(o.deadline_ms);
  const started = await startSignIn(provider, config, { state: o.id, signal }).catch(
    because(provider.name, () => refuse('provider_incomplete', `${provider.title} cannot be asked`)),
  );
  return { url: started.url, kept: JSON.stringify(started.request) };
}
