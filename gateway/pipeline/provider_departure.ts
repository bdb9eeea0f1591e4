// GET /authorize and GET /user/identities/authorize: a flow is written down, and the browser goes to the provider.
import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer } from '../database/call.ts';
import { Refusal, refuse } from '../http/errors.ts';
import { type ReadyProvider, readyProvider } from '../providers/config.ts';
import { startSignIn } from '../providers/oauth1.ts';
import { authorizationUrl } from '../providers/oauth2.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './endpoint.ts';
import { openLink } from './openers.ts';
import { because, deadlineOf } from './provider_fault.ts';
import { jsonResponse } from './reply.ts';
import { redirect } from './verify_redirect.ts';

/** What is written down of it besides the provider: more than any client sends, and less than fills a table. */
const LONGEST_QUERY = 8_192;

export function createDeparture(o: {
  settings: Settings;
  ring: KeyRing;
  decide: Decide;
}): (exchange: Exchange) => Promise<HttpResponse> {
  const deadline_ms = deadlineOf(o.settings);
  return async (exchange) => {
    const { inputs, request, endpoint } = exchange;
    if (request.query.length > LONGEST_QUERY) throw refuse('validation_failed', 'The query is too long');
    const found = readyProvider(String(inputs.query.provider ?? ''), o.settings);
    if (found instanceof Refusal) throw found;
    const { provider } = found;
    const id = randomUUID();
    const { url, kept } = await pageOf(found, { id, query: new URLSearchParams(request.query), deadline_ms });
    const { invite_token } = inputs.query;
    inputs.opened = {
      id,
      provider: provider.name,
      redirect_to: inputs.redirect_to,
      verifier: o.ring.seal(kept, id),
      invitation: invite_token ? { id: openLink(o.ring, String(invite_token)).id } : null,
    };
    readAnswer(await o.decide(exchange));
    if (endpoint.auth === 'user' && inputs.query.skip_http_redirect === 'true')
      return jsonResponse({ url }, { secret: true });
    return redirect(url, 302);
  };
}

/** The provider's page, and what must be kept for the way back: a verifier, or the token that OAuth 1.0a begins with. */
async function pageOf(
  { provider, config }: ReadyProvider,
  o: { id: string; query: URLSearchParams; deadline_ms: number },
): Promise<{ url: string; kept: string }> {
  if (provider.protocol === 'oauth2') {
    const verifier = randomBytes(32).toString('base64url');
    return { url: authorizationUrl(provider, config, { state: o.id, verifier, query: o.query }), kept: verifier };
  }
  const signal = AbortSignal.timeout(o.deadline_ms);
  const started = await startSignIn(provider, config, { state: o.id, signal }).catch(
    because(provider.name, () => refuse('provider_incomplete', `${provider.title} cannot be asked`)),
  );
  return { url: started.url, kept: JSON.stringify(started.request) };
}
