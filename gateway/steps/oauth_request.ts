// Steps of GET and POST /oauth/authorize. Reads the client's request, and redirects the browser to the consent page
// or to the client.
import { randomUUID } from 'node:crypto';
import { endpointBaseUrl, tokenIssuer } from '../../core/issuer.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { clientRedirectUrl, oauthJsonResponse } from '../oauth/answer.ts';
import { AUTHORIZE_PARAMETERS, CONSENT_PARAMETERS, readParameters } from '../oauth/parameters.ts';
import { CONSENT_PATH } from '../pages/oauth.ts';
import { redirectResponse } from '../pipeline/redirects.ts';
import { toApiError } from '../pipeline/request_log.ts';
import { type HasResponse, onError, type RequestContext, step } from '../pipeline/step.ts';
import type { HttpResponse } from '../server/types.ts';
import { CLIENT_METADATA_ERRORS, CLIENT_METADATA_FUNCTIONS, createClientMetadataUpdater } from './oauth_document.ts';
import type { HasPushedForm } from './oauth_token.ts';

export const FORM_LIMIT_BYTES = 64 * 1024;

interface HasAuthorizationRequest {
  readonly authorization: {
    readonly id: string;
    /** The request in the format that start_authorization() expects. */
    readonly request: Readonly<Record<string, unknown>>;
    readonly state: string | null;
  };
}

/** Prefix of each request_uri that this server issues (RFC 9126, 2.2). */
const PUSHED = 'urn:ietf:params:oauth:request_uri:';
/** Id that no pushed request has, used for a forged request_uri. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

type ParameterValues = Readonly<Record<string, string | null>>;

/** Returns a request in the form that SQL expects. State and nonce are sealed, because only the client needs them. */
function buildAuthorizationRequest(
  ring: KeyRing,
  values: ParameterValues,
  resource: readonly string[],
  fault: string | null,
): HasAuthorizationRequest {
  const { state = null, nonce = null, ...others } = values;
  const id = randomUUID();
  const wishes = Object.fromEntries(
    CONSENT_PARAMETERS.flatMap((name) => (others[name] === null ? [] : [[name, others[name]] as const])),
  );
  const sealed = state === null && nonce === null ? null : ring.seal(JSON.stringify({ state, nonce }), id);
  return { authorization: { id, state, request: { ...others, wishes, resource, sealed, fault } } };
}

/** Reads the request. Next to a request_uri of this server, only the client_id is read (RFC 9126, 4). */
export const readAuthorizationRequest = step(
  'readAuthorizationRequest',
  {},
  ({ ring }) =>
    async ({ request }: RequestContext): Promise<HasAuthorizationRequest> => {
      const text =
        request.method === 'POST' ? (await request.body(FORM_LIMIT_BYTES)).toString('latin1') : request.query;
      const { values, resource, fault } = readParameters(text, AUTHORIZE_PARAMETERS);
      const { client_id = null, request_uri } = values;
      if (!request_uri?.startsWith(PUSHED)) return buildAuthorizationRequest(ring, values, resource, fault);
      const pushed = ring.openId('pushed', request_uri.slice(PUSHED.length)) ?? NOTHING;
      return { authorization: { id: randomUUID(), state: null, request: { client_id, pushed } } };
    },
);

/** Reads a pushed authorization request. */
export const readPushedRequest = step(
  'readPushedRequest',
  {},
  ({ ring }) =>
    ({ form, proof }: RequestContext & HasPushedForm): HasAuthorizationRequest => {
      const values = Object.fromEntries(AUTHORIZE_PARAMETERS.map((name) => [name, form[name]]));
      return buildAuthorizationRequest(ring, { ...values, client_id: proof.client_id }, form.resource, null);
    },
);

/** Responds with the request_uri of a pushed request. */
export const respondWithPushedRequest = step(
  'respondWithPushedRequest',
  {},
  ({ ring }) =>
    ({
      authorization: { id },
      pushed_request,
    }: RequestContext &
      HasAuthorizationRequest & { readonly pushed_request: Readonly<Record<string, unknown>> }): HasResponse => ({
      response: oauthJsonResponse(201, {
        request_uri: `${PUSHED}${ring.sealId('pushed', id)}`,
        expires_in: pushed_request.expires_in,
      }),
    }),
);

/**
 * Fetches and stores the metadata document of the client that the request names, if its id is a URL and the stored
 * document is no longer valid.
 */
export const readClientDocument = step(
  'readClientDocument',
  { calls: CLIENT_METADATA_FUNCTIONS, refuses: CLIENT_METADATA_ERRORS },
  (gateway, route) => {
    const describe = createClientMetadataUpdater(gateway, route);
    return (context: RequestContext & HasAuthorizationRequest) =>
      describe(context, String(context.authorization.request.client_id ?? ''));
  },
);

/** Returns the URL of the app's page, or of this server's page if the app has none. */
export function chooseConsentPageUrl(settings: Settings, path: string, own: string): string {
  if (path === '') return `${endpointBaseUrl(settings)}${own}`;
  return `${settings.site_url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/** Parameters that this server's own page needs before it loads the authorization. */
const TOLD = ['prompt', 'ui_locales'] as const;

/** Redirects to the consent page, or to the client with an error. */
export const redirectToConsent = step('redirectToConsent', {}, ({ settings, ring }) => {
  const page = chooseConsentPageUrl(settings, settings.oauth_server_authorization_path, CONSENT_PATH);
  const told = settings.oauth_server_authorization_path === '' ? TOLD : [];
  const issuer = tokenIssuer(settings);
  return ({
    authorization: { state, request },
    authorization_start,
  }: RequestContext &
    HasAuthorizationRequest & { readonly authorization_start: Readonly<Record<string, unknown>> }): HasResponse => {
    const { outcome, redirect_uri, error, description } = authorization_start as Record<string, string>;
    if (outcome === 'page') {
      const authorization_id = ring.sealId('authorization', String(authorization_start.authorization));
      const query = new URLSearchParams({ authorization_id });
      const { wishes } = { ...request, ...authorization_start } as unknown as { wishes: Record<string, string> };
      for (const name of told) if (wishes[name] !== undefined) query.set(name, wishes[name]);
      return { response: redirectResponse(`${page}?${query}`, 302) };
    }
    const values = { error: error as string, error_description: description as string };
    return { response: redirectResponse(clientRedirectUrl(redirect_uri as string, { values, state, issuer }), 302) };
  };
});

/**
 * Shows an error as a page if the client accepts HTML. There is no redirect target before client and redirect URI are
 * verified.
 */
export const onErrorPage = onError('onErrorPage', () => ({ request, note }: RequestContext, error): HttpResponse => {
  if (!/\btext\/html\b/i.test(request.header('accept') ?? '')) throw error;
  const refusal = toApiError(error);
  note({ redirected_error: error });
  const headers = { 'x-sb-error-code': refusal.code || 'unexpected_failure', ...refusal.headers };
  return plainTextPage(refusal.status, 'Authorization error', refusal.msg, { headers });
});

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Returns a page that consists of text, without scripts. `href` is the address of its only link. The text of the link
 * is the host. There is no link if no browser can parse the address.
 */
export function plainTextPage(
  status: number,
  title: string,
  message: string,
  { headers = {}, href }: { headers?: Readonly<Record<string, string>>; href?: string } = {},
): HttpResponse {
  const link =
    href === undefined || !URL.canParse(href)
      ? ''
      : `<p>Continue to <a href="${escaped(href)}" rel="noreferrer">${escaped(new URL(href).host)}</a></p>`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      ...headers,
    },
    body: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${escaped(message)}</p>${link}</html>\n`,
  };
}
