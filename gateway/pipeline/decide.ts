// The deciding call: what a row's function is asked with, and what the route of a feature that is off answers instead.
import type { Settings } from '../../core/settings/table.ts';
import { type Call, readAnswer } from '../database/call.ts';
import { HookRefusal } from '../database/faults.ts';
import type { Standbys } from '../database/standbys.ts';
import { bearerOf } from '../http/claims.ts';
import { visitorOf } from '../http/client_ip.ts';
import { type GatewayError, type Refusal, refuse } from '../http/errors.ts';
import type { Redirects } from '../http/redirect.ts';
import type { Deciding, Endpoint, Exchange } from './exchange.ts';
import type { WithForeign } from './foreign_hash.ts';
import { createAsk, hooksSlice } from './hooks.ts';
import { createAskWithStandbys } from './standby_work.ts';
import type { Vouch } from './vouch.ts';

/** Asks the row's function; the answer is SQL's text. What is refused before it is asked is thrown. */
export type Decide = (exchange: Exchange, half?: 'deciding' | 'taking') => Promise<string | null>;

export function createDecide(o: {
  call: Call;
  standbys?: Standbys;
  settings: Settings;
  redirects: Redirects;
  vouch: Vouch | null;
  withForeign: WithForeign;
}): Decide {
  const { redirects, vouch, withForeign } = o;
  const ask = createAsk(o);
  const askWithStandbys = o.standbys ? createAskWithStandbys(ask, o.standbys, o.settings) : undefined;
  const hooked = hooksSlice(o.settings) !== undefined;
  return async (exchange, half = 'deciding') => {
    const { request, from, endpoint, inputs } = exchange;
    if (endpoint.refuse) {
      if (endpoint.auth === 'user' && inputs.claims) bearerOf(inputs.claims);
      throw refusalOf(endpoint.refuse, { endpoint, inputs });
    }
    if (endpoint.redirect_from_body && redirects.allows(String(inputs.body.redirect_to ?? ''))) {
      inputs.redirect_to = String(inputs.body.redirect_to);
    }
    if (endpoint.opener_function) {
      const take = async () =>
        readAnswer(await ask(firstOf(endpoint), inputs, { hashes: false, ...visitorOf(request, from.limit_key) }));
      inputs.opened = await endpoint.opener_function(inputs, request, take);
    }
    const deciding = endpoint[half];
    if (deciding === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no deciding call`);
    if (vouch) inputs.vouched = await vouch(exchange);
    const hashes = deciding.hashes(inputs.body);
    // What a hook does to one request must not end others that share a statement with it.
    const shares = hooked ? undefined : deciding.shares(inputs);
    const visitor = visitorOf(request, from.limit_key);
    const how = { hashes, ...(shares === undefined ? {} : { shares }), ...visitor };
    const once = () => (askWithStandbys ? askWithStandbys(exchange, deciding, how) : ask(deciding, inputs, how));
    const asked = deciding.rehashes ? withForeign(inputs, visitor, once) : once();
    return endpoint.grant_type === 'refresh_token' ? asked.catch(keepSession) : asked;
  };
}

function firstOf({ taking, method, path }: Endpoint): Deciding {
  if (taking === undefined) throw new Error(`${method} ${path} has no call before the deciding one`);
  return taking;
}

/** Clients end the session over any other status at a refresh; a hook that is out of order must not sign everybody out. */
function keepSession(error: unknown): never {
  if (error instanceof HookRefusal && (error.status >= 500 || error.code?.startsWith('hook_')))
    throw Object.assign(new HookRefusal(503, 'unexpected_failure', error.msg), { cause: error.cause });
  throw error;
}

/** What the route of a feature that is off answers to this request. */
function refusalOf(always: GatewayError, { endpoint, inputs }: Pick<Exchange, 'endpoint' | 'inputs'>): Refusal {
  const { refuse_where } = endpoint;
  if (refuse_where === undefined) return refuse(always);
  const [from, name = ''] = refuse_where.member.split('.') as ['body' | 'query', string];
  const value = String(inputs[from][name] ?? '');
  const known = value.toLowerCase();
  return refuse((Object.hasOwn(refuse_where.cases, known) && refuse_where.cases[known]) || always, value);
}
