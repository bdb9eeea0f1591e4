// Steps of GET and POST /callback, to which a provider redirects the browser. The flow is consumed, the provider is
// called without holding a database connection, and SQL receives the profile. Errors redirect too, unless the form
// cannot be read.
import { unknownSealingKeyError } from '../../core/keys/ring.ts';
import type { OAuth1Provider, ProviderConfig, Tokens } from '../../core/providers/provider.ts';
import { parseResult } from '../database/call.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { parseQuery } from '../http/query.ts';
import { parseUuid } from '../http/uuid.ts';
import { linkContextJson } from '../pipeline/calls.ts';
import {
  addFragment,
  addQueryValues,
  errorParameters,
  redirectResponse,
  redirectWithCode,
} from '../pipeline/redirects.ts';
import { buildSessionBody, type IssuedSession } from '../pipeline/reply.ts';
import { toApiError } from '../pipeline/request_log.ts';
import { type HasResponse, onError, type RequestContext, step } from '../pipeline/step.ts';
import { type ConfiguredProvider, findEnabledProvider } from '../providers/config.ts';
import { isCustomProvider } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import { fetchOAuth1Profile, finishOAuth1SignIn, type OAuth1Token } from '../providers/oauth1.ts';
import { exchangeCode, fetchProfile } from '../providers/oauth2.ts';
import { type ExternalProfile, toExternalProfile } from '../providers/profile.ts';
import { ProviderError, readErrorCodeSuffix } from '../providers/provider_request.ts';
import { sealTokens } from '../providers/stored_tokens.ts';
import { createErrorConverter, providerDeadlineMs } from './parts/provider_fault.ts';
import type { HasResult } from './sql.ts';

/** Maximum size of a form in bytes. Apple posts a form with a name and a token. */
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
type CallbackValues = Readonly<Record<(typeof PARAMETERS)[number], string | null>>;
const SHAPE = Object.fromEntries(PARAMETERS.map((name) => [name, 'lenient'] as const)) as Record<
  (typeof PARAMETERS)[number],
  'lenient'
>;

const SHOWN = 500;

interface HasCallbackValues {
  readonly callback_values: CallbackValues;
}

/** Reads the parameters of the provider's redirect. */
export const readCallback = step(
  'readCallback',
  {},
  () =>
    async ({ request }: RequestContext): Promise<HasCallbackValues> => {
      const text = request.method === 'POST' ? (await request.body(FORM_LIMIT)).toString('latin1') : request.query;
      return { callback_values: parseQuery(text, SHAPE) };
    },
);

/** Redirects to SITE_URL with an error. */
export const onErrorRedirectToSite = onError(
  'onErrorRedirectToSite',
  ({ settings }) =>
    ({ note }: RequestContext, error) => {
      note({ redirected_error: error });
      return redirectResponse(addQueryValues(settings.site_url, errorParameters(toApiError(error))));
    },
);

interface HasState {
  readonly state: { readonly id: string };
}

export const readState = step(
  'readState',
  { refuses: ['oauth_state_missing', 'oauth_state_invalid'] },
  () =>
    ({ callback_values }: RequestContext & HasCallbackValues): HasState => {
      if (!callback_values.state) throw refuse('oauth_state_missing');
      const id = parseUuid(callback_values.state);
      if (id === null) throw refuse('oauth_state_invalid');
      return { state: { id } };
    },
);

/** Result of consume_provider_flow(). */
interface StoredFlow {
  readonly provider: string;
  readonly redirect_to: string;
  readonly verifier: string;
  readonly pkce: boolean;
  /**
   * Current definition of a custom provider. Null if it was deleted or its endpoints have changed, and for built-in
   * providers.
   */
  readonly custom: CustomDefinition | null;
}

interface HasFlow {
  readonly flow: StoredFlow & {
    /** Target of the redirect, also for errors. */
    readonly target: string;
    /** JSON from which links of messages are built. */
    readonly link: string;
  };
}

const failAt = (target: string, values: Readonly<Record<string, string>>) =>
  redirectResponse(addFragment(addQueryValues(target, values), values), 302);

/** Reads the flow that was consumed. Later steps can then redirect to its target. */
export const resumeFlow = step(
  'resumeFlow',
  { links: true },
  ({ settings }) =>
    (context: RequestContext & { readonly stored_flow: Readonly<Record<string, unknown>> }): HasFlow => {
      const stored_flow = context.stored_flow as unknown as StoredFlow;
      const target = settings.external_redirecturl || stored_flow.redirect_to;
      context.note({ redirect_to: target, provider: stored_flow.provider });
      return { flow: { ...stored_flow, target, link: linkContextJson({ ...context, target }) } };
    },
);

/** Redirects to the flow's target with an error. */
export const onErrorRedirectToApp = onError(
  'onErrorRedirectToApp',
  () =>
    ({ flow, note }: RequestContext & HasFlow, error) => {
      note({ redirected_error: error });
      return failAt(flow.target, errorParameters(toApiError(error)));
    },
);

interface HasExternalSignIn {
  readonly external_sign_in: {
    readonly profile: ExternalProfile;
    /** The provider's tokens, sealed for a PKCE flow; null otherwise. */
    readonly provider_tokens: string | null;
    /** The provider's tokens as parameters of the redirect. */
    readonly redirect_values: Readonly<Record<string, string>>;
  };
}

/** Requests the profile from the provider. If the provider's redirect has an error, redirects with that error. */
export const fetchProviderProfile = step(
  'fetchProviderProfile',
  {
    refuses: [
      'provider_unsupported',
      'oauth_state_unreadable',
      'oauth_code_missing',
      'oauth_issuer_differs',
      'code_not_exchanged',
      'token_exchange_failed',
      'profile_request_failed',
    ],
  },
  ({ settings, ring, custom, id_tokens }) => {
    const deadline_ms = providerDeadlineMs(settings);
    const readyFor = (flow: StoredFlow): ConfiguredProvider | ApiError => {
      if (flow.custom !== null) return custom.ready(flow.custom);
      return isCustomProvider(flow.provider)
        ? refuse('provider_disabled')
        : findEnabledProvider(flow.provider, settings);
    };
    const ask = async (
      ready: ConfiguredProvider,
      kept: string,
      callback_values: CallbackValues,
    ): Promise<[Tokens, ExternalProfile]> => {
      const { provider, config } = ready;
      if (provider.protocol === 'oauth1')
        return completeOAuth1(provider, config, { kept, callback_values, deadline_ms });
      const { code } = callback_values;
      if (!code) throw refuse('oauth_code_missing');
      const callback: Record<string, string> = callback_values.user === null ? {} : { user: callback_values.user };
      const signal = AbortSignal.timeout(deadline_ms);
      const tokens = await exchangeCode(provider, config, { code, verifier: kept, callback, signal }).catch(
        createErrorConverter(provider.name, () => refuse('code_not_exchanged', code.slice(0, 4))),
      );
      try {
        const profile = await fetchProfile(provider, config, { tokens, id_tokens, verifier: kept, callback, signal });
        return [tokens, toExternalProfile(profile, config)];
      } catch (error) {
        return createErrorConverter(provider.name, () => refuse('profile_request_failed'))(error);
      }
    };

    return async ({
      flow,
      state,
      callback_values,
      note,
    }: RequestContext & HasCallbackValues & HasState & HasFlow): Promise<HasExternalSignIn | HasResponse> => {
      const ready = readyFor(flow);
      if (callback_values.iss !== null && !(ready instanceof ApiError)) checkIssuer(ready, callback_values.iss);
      if (callback_values.error !== null) {
        note({
          reason: `${flow.provider}: came back with an error${readErrorCodeSuffix({ error: callback_values.error })}`,
        });
        const error = callback_values.error.slice(0, SHOWN);
        const described = callback_values.error_description?.slice(0, SHOWN);
        return { response: failAt(flow.target, { error, ...(described ? { error_description: described } : null) }) };
      }
      if (ready instanceof ApiError) {
        const refusal = refuse('provider_unsupported', ready.msg.replace(/^Unsupported provider: /, ''));
        throw Object.assign(refusal, { cause: ready.cause });
      }
      const kept = ring.open(flow.verifier, state.id);
      if (kept === null) {
        const cause = unknownSealingKeyError(`the flow of ${flow.provider}`);
        throw Object.assign(refuse('oauth_state_unreadable'), { cause });
      }
      const [tokens, profile] = await ask(ready, kept, callback_values);
      const redirect_values = {
        provider_token: tokens.access_token,
        ...(tokens.refresh_token ? { provider_refresh_token: tokens.refresh_token } : {}),
      };
      if (settings.external_kept_tokens.includes(flow.provider)) profile.tokens = sealTokens(ring, tokens);
      const provider_tokens = flow.pkce ? ring.seal(JSON.stringify(redirect_values), state.id) : null;
      return { external_sign_in: { profile, provider_tokens, redirect_values } };
    };
  },
);

/** Redirects with an authorization code, or with the session and the provider's tokens. */
export const redirectFromProvider = step(
  'redirectFromProvider',
  {},
  ({ jwt, ring }) =>
    async ({
      answer,
      flow,
      external_sign_in,
      note,
    }: RequestContext & HasResult & HasFlow & HasExternalSignIn): Promise<HasResponse> => {
      const read = parseResult(answer);
      if (typeof read.auth_code === 'string') return { response: redirectWithCode(flow.target, read.auth_code, 302) };
      const body = await buildSessionBody(read as unknown as IssuedSession, { jwt, ring }, note);
      note({ signed_in: true });
      const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'] as const;
      const values = Object.fromEntries(names.map((name) => [name, String(body[name] ?? '')]));
      const fragment = { ...values, ...external_sign_in.redirect_values, provider: flow.provider };
      return { response: redirectResponse(addFragment(flow.target, fragment), 302) };
    },
);

/** Completes the flow of an OAuth 1.0a provider. The returned token must be the one with which this flow started. */
async function completeOAuth1(
  provider: OAuth1Provider,
  config: ProviderConfig,
  { kept, callback_values, deadline_ms }: { kept: string; callback_values: CallbackValues; deadline_ms: number },
): Promise<[Tokens, ExternalProfile]> {
  const signal = AbortSignal.timeout(deadline_ms);
  const request = JSON.parse(kept) as OAuth1Token;
  const { oauth_token, oauth_verifier: verifier } = callback_values;
  if (!verifier || oauth_token !== request.token) {
    const why = verifier ? 'the token is of another sign-in' : 'nobody has consented';
    return createErrorConverter(provider.name, () => refuse('token_exchange_failed'))(new ProviderError(why));
  }
  const token = await finishOAuth1SignIn(provider, config, { request, verifier, signal }).catch(
    createErrorConverter(provider.name, () => refuse('token_exchange_failed')),
  );
  const profile = await fetchOAuth1Profile(provider, config, { token, signal })
    .then((profile) => toExternalProfile(profile, config))
    .catch(createErrorConverter(provider.name, () => refuse('profile_request_failed')));
  return [{ access_token: token.token }, profile];
}

/** Checks that the issuer of the response is the provider of the flow (RFC 9207). */
function checkIssuer({ provider, config }: ConfiguredProvider, iss: string): void {
  const rule = provider.protocol === 'oauth2' ? provider.id_token : undefined;
  const { authorize } = provider.endpoints(config);
  const fits = rule
    ? rule.keys_of(iss, config) !== null
    : URL.canParse(iss) && new URL(iss).origin === new URL(authorize).origin;
  if (!fits) throw refuse('oauth_issuer_differs');
}
