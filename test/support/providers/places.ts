// Hosts and paths of the providers that oidc-provider replaces in tests, and a browser that signs in there.
import type { RequestListener } from 'node:http';
import { sendOutgoingRequest } from '../../../core/outgoing.ts';
import type { ProviderLayout } from './openid_server.ts';
import { AZURE_TENANT, KEYCLOAK_URL } from './tenants.ts';
import { fullName } from './vendor.ts';
import type { ConsentResult } from './world.ts';

const CONNECT = '/realms/main/protocol/openid-connect';

export const GOOGLE_LAYOUT: ProviderLayout = {
  issuer: 'https://accounts.google.com',
  routes: {
    authorization: '/o/oauth2/v2/auth',
    token: '/token',
    jwks: '/oauth2/v3/certs',
    userinfo: '/userinfo/v2/me',
  },
  login: 'client_secret_post',
  claims: { email: ['email', 'email_verified'], profile: ['name', 'picture', 'hd'] },
  account: (person) => ({
    email: person.email,
    email_verified: person.verified,
    name: fullName(person),
    picture: person.picture,
    hd: 'example.com',
  }),
};

export const AZURE_LAYOUT: ProviderLayout = {
  issuer: `https://login.microsoftonline.com/${AZURE_TENANT}/v2.0`,
  mounted: `/${AZURE_TENANT}/v2.0`,
  routes: {
    authorization: '/common/oauth2/v2.0/authorize',
    token: '/common/oauth2/v2.0/token',
    jwks: '/discovery/v2.0/keys',
    userinfo: '/oidc/userinfo',
  },
  login: 'client_secret_post',
  claims: { email: ['email', 'xms_edov'], profile: ['name', 'preferred_username', 'tid'] },
  account: (person) => ({
    email: person.email,
    xms_edov: person.verified,
    name: fullName(person),
    preferred_username: person.login,
    tid: AZURE_TENANT,
  }),
};

export const KEYCLOAK_LAYOUT: ProviderLayout = {
  issuer: KEYCLOAK_URL,
  mounted: new URL(KEYCLOAK_URL).pathname,
  routes: Object.fromEntries(
    Object.entries({ authorization: 'auth', token: 'token', jwks: 'certs', userinfo: 'userinfo' }).map(
      ([route, name]) => [route, `${CONNECT}/${name}`.replace('/realms/main', '')],
    ),
  ) as ProviderLayout['routes'],
  login: 'client_secret_post',
  claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
  account: (person) => ({
    email: person.email,
    email_verified: person.verified,
    name: fullName(person),
    preferred_username: person.login,
  }),
};

/**
 * Figma has no OpenID Connect. This layout makes oidc-provider a plain OAuth 2 server with HTTP Basic client
 * authentication.
 */
export const FIGMA_LAYOUT: ProviderLayout = {
  issuer: 'https://www.figma.com',
  routes: { authorization: '/oauth', token: '/v1/oauth/token', jwks: '/jwks', userinfo: '/userinfo' },
  login: 'client_secret_basic',
  scopes: ['current_user:read'],
  claims: {},
  account: () => ({}),
};

/** HTML form with its values. */
export interface FilledForm {
  action: string;
  fields: Record<string, string>;
}

/**
 * Follows redirects with its own cookies and fills in forms. Stops at a redirect to `home`, or at a page for which
 * `fill` returns null.
 */
export async function followAndFillForms(
  url: string | URL,
  home: string,
  fill: (page: string) => FilledForm | null = () => null,
): Promise<ConsentResult> {
  const cookies = new Map<string, string>();
  let location_url = new URL(url);
  let form: FilledForm | null = null;
  for (let hops = 0; hops < 12; hops += 1) {
    const answer = await sendOutgoingRequest(location_url, {
      ...(form === null ? {} : { method: 'POST', body: new URLSearchParams(form.fields) }),
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      signal: AbortSignal.timeout(10_000),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const page = await answer.text();
    const location = answer.headers.get('location');
    form = location === null ? fill(page) : null;
    if (location === null && form === null) return { to: null, page, status: answer.status };
    location_url = new URL(location ?? form?.action ?? '', location_url);
    if (location_url.href.startsWith(home)) return { to: location_url, form: null };
  }
  throw new Error(`${url} redirects for ever`);
}

export function serveHosts(hosts: readonly string[], answer: RequestListener): Record<string, RequestListener> {
  return Object.fromEntries(hosts.map((host) => [host, answer]));
}
