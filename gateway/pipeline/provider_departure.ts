// GET /authorize and GET /user/identities/authorize: a flow is written down, and the browser goes to the provider.
import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer } from '../database/call.ts';
import { Refusal, refuse } from '../http/errors.ts';
import { readyProvider } from '../providers/config.ts';
import { authorizationUrl } from '../providers/oauth2.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './endpoint.ts';
import { openLink } from './openers.ts';
import { jsonResponse } from './reply.ts';
import { redirect } from './verify_redirect.ts';

/** What is written down of it besides the provider: more than any client sends, and less than fills a table. */
const LONGEST_QUERY = 8_192;

export function createDeparture(o: {
  settings: Settings;
  ring: KeyRing;
  decide: Decide;
}): (exchange: Exchange) => Promise<HttpResponse> {
  return async (exchange) => {
    const { inputs, request, endpoint } = exchange;
    if (request.query.length > LONGEST_QUERY) throw refuse('validation_failed', 'The query is too long');
    const found = readyProvider(String(inputs.query.provider ?? ''), o.settings);
    if (found instanceof Refusal) throw found;
    const { provider, config } = found;
    const id = randomUUID();
    const verifier = randomBytes(32).toString('base64url');
    const { invite_token } = inputs.query;
    inputs.opened = {
      id,
      provider: provider.name,
      redirect_to: inputs.redirect_to,
      verifier: o.ring.seal(verifier, id),
      invitation: invite_token ? { id: openLink(o.ring, String(invite_token)).id } : null,
    };
    const url = authorizationUrl(provider, config, { state: id, verifier, query: new URLSearchParams(request.query) });
    readAnswer(await o.decide(exchange));
    if (endpoint.auth === 'user' && inputs.query.skip_http_redirect === 'true')
      return jsonResponse({ url }, { secret: true });
    return redirect(url, 302);
  };
}
