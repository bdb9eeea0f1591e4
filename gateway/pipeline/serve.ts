// What becomes of a request that has passed its guards: its row says who deals with it.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Call } from '../database/call.ts';
import type { Standbys } from '../database/standbys.ts';
import type { Jwt } from '../http/jwt.ts';
import type { Redirects } from '../http/redirect.ts';
import type { CustomProviders } from '../providers/custom.ts';
import type { IdTokens } from '../providers/id_tokens.ts';
import type { ReplyKind } from '../routes/row.ts';
import type { HttpResponse } from '../server/types.ts';
import { createCeremony } from './ceremony.ts';
import { createSaveProvider } from './custom_provider.ts';
import { createDecide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { createForeignHashes } from './foreign_hash.ts';
import { createArrival } from './provider_arrival.ts';
import { createDeparture } from './provider_departure.ts';
import { createRespond } from './respond.ts';
import { createFactorSteps } from './second_factor.ts';
import { createFollowLink } from './verify_redirect.ts';
import { createVouch } from './vouch.ts';

type Serve = (exchange: Exchange) => Promise<HttpResponse>;

export function createServe(o: {
  settings: Settings;
  call: Call;
  standbys?: Standbys;
  ring: KeyRing;
  jwt: Jwt;
  redirects: Redirects;
  custom: CustomProviders;
  id_tokens: IdTokens;
}): Serve {
  const { settings } = o;
  const decide = createDecide({ ...o, vouch: createVouch(o), withForeign: createForeignHashes(settings) });
  const deciding = { ...o, decide };
  const respond = createRespond(o);
  const factorSteps = createFactorSteps(deciding);
  const complete = createCeremony(deciding);
  /** Those that make the whole response themselves. */
  const whole: Partial<Record<ReplyKind, Serve>> = {
    redirect: createFollowLink({ ...deciding, confirm_page: settings.mailer_confirm_page }),
    to_provider: createDeparture(deciding),
    from_provider: createArrival(deciding),
    custom_provider: createSaveProvider(deciding),
  };

  const answer = (exchange: Exchange): Promise<string | null> => {
    const { factor, ceremony } = exchange.endpoint;
    if (ceremony) return complete(exchange, ceremony);
    return factor ? factorSteps[factor](exchange) : decide(exchange);
  };

  return async (exchange) => {
    const serve = whole[exchange.endpoint.reply];
    return serve ? serve(exchange) : respond(exchange, await answer(exchange));
  };
}
