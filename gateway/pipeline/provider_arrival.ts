// GET and POST /callback: the flow is taken, the provider is asked while no database connection is held, and the account
// that it tells of goes to SQL. However it ends, the browser goes on to the app.
import { type KeyRing, sealedElsewhere } from '../../core/keys/ring.ts';
import type { OAuth1Provider, ProviderConfig, Tokens } from '../../core/providers/provider.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer } from '../database/call.ts';
import { Refusal, refuse } from '../http/errors.ts';
import type { Jwt } from '../http/jwt.ts';
import { parseQuery } from '../http/query.ts';
import { parseUuid } from '../http/uuid.ts';
import { errorIn, ProviderFault } from '../providers/ask.ts';
import { type ReadyProvider, readyProvider } from '../providers/config.ts';
import { type CustomProviders, isCustom } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import type { IdTokens } from '../providers/id_tokens.ts';
import { fetchSignedProfile, finishSignIn, type SignedToken } from '../providers/oauth1.ts';
import { exchange as exchangeCode, fetchProfile } from '../providers/oauth2.ts';
import { type ArrivingProfile, arrivingProfile } from '../providers/profile.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { because, providerDeadlineOf } from './provider_fault.ts';
import { type IssuedSession, sessionBody } from './reply.ts';
import { asRefusal } from './request_log.ts';
import { errorValues, redirect, redirectToCode, withFragment, withQuery } from './verify_redirect.ts';

/** Apple posts a form with a name and a token in it. */
const FORM_LIMIT = 64 * 1024;
const PARAMETERS = [
  'state',
  'code',
  'error',
  'error_description',
  'iss',
  'user',
  'oauth_token',
  'oauth_verifier',
] as const;
type Parameters = Readonly<Record<(typeof PARAMETERS)[number], string | null>>;
const SHAPE = Object.fromEntries(PARAMETERS.map((name) => [name, 'lenient'] as const)) as Record<
  (typeof PARAMETERS)[number],
  'lenient'
>;

const SHOWN = 500;

interface Taken {
  provider: string;
  redirect_to: string;
  verifier: string;
  pkce: boolean;
  /** The definition of a custom provider as it is now; null where it is gone, and for all others. */
  custom: CustomDefinition | null;
}

export function createArrival(o: {
  settings: Settings;
  ring: KeyRing;
  jwt: Jwt;
  decide: Decide;
  custom: CustomProviders;
  id_tokens: IdTokens;
}): (exchange: Exchange) => Promise<HttpResponse> {
  const { settings, ring, id_tokens } = o;
  const deadline_ms = providerDeadlineOf(settings);

  const take = async (exchange: Exchange, state: string | null): Promise<{ id: string; flow: Taken }> => {
    if (!state) throw refuse('oauth_state_missing');
    const id = parseUuid(state);
    if (id === null) throw refuse('oauth_state_invalid');
    exchange.inputs.opened = { id };
    return { id, flow: readAnswer(await o.decide(exchange, 'taking')) as unknown as Taken };
  };

  const readyFor = ({ provider, custom }: Taken): ReadyProvider | Refusal => {
    if (custom !== null) return o.custom.ready(custom);
    return isCustom(provider) ? refuse('provider_disabled') : readyProvider(provider, settings);
  };

  const ask = async (ready: ReadyProvider, kept: string, told: Parameters): Promise<[Tokens, ArrivingProfile]> => {
    const { provider, config } = ready;
    if (provider.protocol === 'oauth1') return askSigned(provider, config, { kept, told, deadline_ms });
    const { code } = told;
    if (!code) throw refuse('oauth_code_missing');
    const callback: Record<string, string> = told.user === null ? {} : { user: told.user };
    const signal = AbortSignal.timeout(deadline_ms);
    const tokens = await exchangeCode(provider, config, { code, verifier: kept, callback, signal }).catch(
      because(provider.name, () => refuse('code_not_exchanged', code.slice(0, 4))),
    );
    try {
      const profile = await fetchProfile(provider, config, { tokens, id_tokens, verifier: kept, callback, signal });
      return [tokens, arrivingProfile(profile, config)];
    } catch (error) {
      return because(provider.name, () => refuse('profile_not_told'))(error);
    }
  };

  return async (exchange) => {
    const { request, inputs, trail } = exchange;
    const told = parseQuery(
      request.method === 'POST' ? (await request.body(FORM_LIMIT)).toString('latin1') : request.query,
      SHAPE,
    );
    let taken: { id: string; flow: Taken };
    try {
      taken = await take(exchange, told.state);
    } catch (error) {
      trail.told = error;
      return redirect(withQuery(settings.site_url, errorValues(asRefusal(error))));
    }
    const { id, flow } = taken;
    const target = settings.external_redirecturl || flow.redirect_to;
    trail.redirect_to = target;
    trail.provider = flow.provider;
    const fail = (values: Readonly<Record<string, string>>): HttpResponse =>
      redirect(withFragment(withQuery(target, values), values), 302);
    try {
      const ready = readyFor(flow);
      if (told.iss !== null && !(ready instanceof Refusal)) checkIssuer(ready, told.iss);
      if (told.error !== null) {
        trail.reason = `${flow.provider}: came back with an error${errorIn({ error: told.error })}`;
        const described = told.error_description?.slice(0, SHOWN);
        return fail({ error: told.error.slice(0, SHOWN), ...(described ? { error_description: described } : null) });
      }
      if (ready instanceof Refusal) {
        const refusal = refuse('provider_unsupported', ready.msg.replace(/^Unsupported provider: /, ''));
        throw Object.assign(refusal, { cause: ready.cause });
      }
      const kept = ring.open(flow.verifier, id);
      if (kept === null)
        throw Object.assign(refuse('oauth_state_unreadable'), {
          cause: sealedElsewhere(`the flow of ${flow.provider}`),
        });
      const [tokens, profile] = await ask(ready, kept, told);
      const given = {
        provider_token: tokens.access_token,
        ...(tokens.refresh_token ? { provider_refresh_token: tokens.refresh_token } : {}),
      };
      inputs.redirect_to = target;
      inputs.opened = { id, profile, provider_tokens: flow.pkce ? ring.seal(JSON.stringify(given), id) : null };
      const answer = readAnswer(await o.decide(exchange));
      if (typeof answer.auth_code === 'string') return redirectToCode(target, answer.auth_code, 302);
      const body = await sessionBody(answer as unknown as IssuedSession, o, trail);
      trail.signed_in = true;
      const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'] as const;
      const values = Object.fromEntries(names.map((name) => [name, String(body[name] ?? '')]));
      return redirect(withFragment(target, { ...values, ...given, provider: flow.provider }), 302);
    } catch (error) {
      trail.told = error;
      return fail(errorValues(asRefusal(error)));
    }
  };
}

/** The same where requests are signed. The token that comes back is the one that this sign-in began with. */
async function askSigned(
  provider: OAuth1Provider,
  config: ProviderConfig,
  { kept, told, deadline_ms }: { kept: string; told: Parameters; deadline_ms: number },
): Promise<[Tokens, ArrivingProfile]> {
  const signal = AbortSignal.timeout(deadline_ms);
  const request = JSON.parse(kept) as SignedToken;
  const { oauth_token, oauth_verifier: verifier } = told;
  if (!verifier || oauth_token !== request.token) {
    const why = verifier ? 'the token is of another sign-in' : 'nobody has consented';
    return because(provider.name, () => refuse('token_not_told'))(new ProviderFault(why));
  }
  const token = await finishSignIn(provider, config, { request, verifier, signal }).catch(
    because(provider.name, () => refuse('token_not_told')),
  );
  const profile = await fetchSignedProfile(provider, config, { token, signal })
    .then((told) => arrivingProfile(told, config))
    .catch(because(provider.name, () => refuse('profile_not_told')));
  return [{ access_token: token.token }, profile];
}

/** Whoever says which provider answers (RFC 9207) must mean the one that was asked. */
function checkIssuer({ provider, config }: ReadyProvider, iss: string): void {
  const rule = provider.protocol === 'oauth2' ? provider.id_token : undefined;
  const { authorize } = provider.endpoints(config);
  const fits = rule
    ? rule.keys_of(iss, config) !== null
    : URL.canParse(iss) && new URL(iss).origin === new URL(authorize).origin;
  if (!fits) throw refuse('oauth_issuer_differs');
}
