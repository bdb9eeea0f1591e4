// GET and POST /oauth/authorize: reads the client's request and redirects the browser to the consent page or the client.
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../core/settings/table.ts';
import { clientAddress } from '../oauth/answer.ts';
import { endpointBase, issuerOf } from '../oauth/issuer.ts';
import { readParameters } from '../oauth/parameters.ts';
import { redirect } from '../pipeline/redirects.ts';
import { asRefusal } from '../pipeline/request_log.ts';
import { type Arrived, onError, type Responded, step } from '../pipeline/step.ts';
import type { HttpResponse } from '../server/types.ts';

const WISHES = ['prompt', 'max_age', 'login_hint', 'ui_locales', 'display', 'acr_values'] as const;
const NAMES = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'request', 'request_uri'],
  ...['code_challenge', 'code_challenge_method', ...WISHES],
] as const;
const FORM_LIMIT = 64 * 1024;

interface Requested {
  readonly authorization: {
    readonly id: string;
    /** The request as start_authorization takes it. */
    readonly request: Readonly<Record<string, unknown>>;
    readonly state: string | null;
  };
}

/** Reads the request and seals what belongs to the client alone. */
export const readAuthorizationRequest = step(
  'readAuthorizationRequest',
  {},
  ({ ring }) =>
    async ({ request }: Arrived): Promise<Requested> => {
      const text = request.method === 'POST' ? (await request.body(FORM_LIMIT)).toString('latin1') : request.query;
      const { values, resource, fault } = readParameters(text, NAMES);
      const { state = null, nonce = null, ...others } = values;
      const id = randomUUID();
      const wishes = Object.fromEntries(
        WISHES.flatMap((name) => (others[name] === null ? [] : [[name, others[name]] as const])),
      );
      const sealed = state === null && nonce === null ? null : ring.seal(JSON.stringify({ state, nonce }), id);
      return { authorization: { id, state, request: { ...others, wishes, resource, sealed, fault } } };
    },
);

/** Returns the address of the consent page, without its query. */
function consentPage(settings: Settings): string {
  const { oauth_server_authorization_path: path, site_url } = settings;
  if (path === '') return `${endpointBase(settings)}/oauth/consent`;
  return `${site_url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/** Wishes that our own page must know before it may ask for the authorization. */
const TOLD = ['prompt', 'ui_locales'] as const;

/** Redirects to the consent page, or to the client with an error. */
export const redirectToConsent = step('redirectToConsent', {}, ({ settings, ring }) => {
  const page = consentPage(settings);
  const told = settings.oauth_server_authorization_path === '' ? TOLD : [];
  const issuer = issuerOf(settings);
  return ({
    authorization: { state, request },
    started,
  }: Arrived & Requested & { readonly started: Readonly<Record<string, unknown>> }): Responded => {
    const { outcome, redirect_uri, error, description } = started as Record<string, string>;
    if (outcome === 'page') {
      const authorization_id = ring.sealId('authorization', String(started.authorization));
      const query = new URLSearchParams({ authorization_id });
      const { wishes } = request as { wishes: Record<string, string> };
      for (const name of told) if (wishes[name] !== undefined) query.set(name, wishes[name]);
      return { response: redirect(`${page}?${query}`, 302) };
    }
    const values = { error: error as string, error_description: description as string };
    return { response: redirect(clientAddress(redirect_uri as string, { values, state, issuer }), 302) };
  };
});

/** Answers browsers with a page: until client and redirect URI are known there is nobody to redirect to. */
export const onErrorPage = onError('onErrorPage', () => ({ request, note }: Arrived, error): HttpResponse => {
  if (!/\btext\/html\b/i.test(request.header('accept') ?? '')) throw error;
  const refusal = asRefusal(error);
  note({ redirected_error: error });
  const text = refusal.msg.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
  return {
    status: refusal.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'x-sb-error-code': refusal.code || 'unexpected_failure',
      ...refusal.headers,
    },
    body: `<!doctype html><html lang="en"><title>Authorization error</title><h1>Authorization error</h1><p>${text}</p></html>\n`,
  };
});
