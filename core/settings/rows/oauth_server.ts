// Settings of the OAuth 2.1 and OpenID Connect server, with which other apps sign users in.
import { bool, choice, duration, float, int, map, networks, optionalDuration, type Row } from '../row.ts';

/** Values of OAUTH_SERVER_DYNAMIC_REDIRECTS. */
export const DYNAMIC_REDIRECTS = ['device', 'any'] as const;

/** Row of a path below SITE_URL. */
function pagePath(doc: string): Row<string> {
  const parse = (value: string): string => {
    if (!/^[\w.~/-]*$/.test(value)) throw new Error('must be a path of letters, digits and -._~ between slashes');
    return value;
  };
  return { type: 'text', parse, default: '', doc };
}

/** Row of scope names, separated by blanks. */
function scopeNames(initial: string, doc: string): Row<string> {
  const parse = (value: string): string => {
    if (!/^[\w.-]+( [\w.-]+)*$/.test(value)) throw new Error('must be names of scopes with single blanks between them');
    return value;
  };
  return { type: 'text', parse, default: initial, doc };
}

/** Row of absolute URLs without credentials, query and fragment. */
function resources(doc: string): Row<readonly string[]> {
  const parse = (value: string): readonly string[] => {
    const urls = value.split(',').filter((part) => part !== '');
    const fits = urls.every((url) => /^https?:\/\/[^\s@?#]+$/i.test(url) && URL.canParse(url));
    if (!fits) throw new Error('must be absolute URLs without login, query and fragment');
    return urls;
  };
  return { type: 'list of URLs', parse, default: [], doc, default_text: 'any' };
}

/** Row with the value `off`, `any`, or a list of hosts. */
function documentHosts(doc: string): Row<'off' | 'any' | readonly string[]> {
  const parse = (value: string): 'off' | 'any' | readonly string[] => {
    if (value === 'off' || value === 'any') return value;
    const hosts = value.split(',').map((host) => host.trim());
    const fits = hosts.every(
      (host) => host !== '' && URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host,
    );
    if (!fits) throw new Error('must be off, any, or hosts such as mcp.example.com,cli.example.org');
    return hosts;
  };
  return { type: 'text', parse, default: 'off', doc };
}

/** Row of additional scopes with their descriptions. */
function ownScopes(doc: string): Row<Record<string, string>> {
  const { parse: pairs, ...row } = map(doc);
  const parse = (value: string): Record<string, string> => {
    const scopes = pairs(value);
    if (!Object.keys(scopes).every((name) => /^[\w.-]{1,50}$/.test(name)))
      throw new Error('must have names of letters, digits, _, - and .');
    const taken = Object.keys(scopes).find((name) => BUILT_IN_SCOPES.some((known) => known === name));
    if (taken !== undefined) throw new Error(`must not name ${taken}, which is built in`);
    if (Object.values(scopes).some((text) => /[@/]/.test(text))) throw new Error('must have texts for people');
    return scopes;
  };
  return { ...row, parse };
}

/** Scopes that every installation has. */
export const BUILT_IN_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;

export const OAUTH_SERVER = {
  oauth_server_enabled: bool(false, 'The OAuth 2.1 and OpenID Connect server.'),
  oauth_server_authorization_path: pagePath(
    "Path of the app's consent page below SITE_URL. Empty: the page of Postern, `/oauth/consent`.",
  ),
  oauth_server_device_enabled: bool(
    false,
    'The device grant (RFC 8628), for command lines and devices without a browser.',
  ),
  oauth_server_device_path: pagePath(
    "Path of the app's page for the codes of devices, below SITE_URL. Empty: the page of Postern, `/oauth/device`.",
  ),
  oauth_server_authorization_ttl: duration(600, 'Time for which a request waits for the decision of its user.', {
    min: 30,
    max: 3600,
  }),
  oauth_server_code_ttl: duration(60, 'Lifetime of an authorization code.', { min: 5, max: 600 }),
  oauth_server_default_scope: scopeNames('email', 'Scopes of a request that names none, separated by spaces.'),
  oauth_server_scopes: ownScopes('Scopes of your own, as `name:text`. The consent page shows the text.'),
  oauth_server_resources: resources(
    'Resources (RFC 8707) that clients may request; empty: any, and the consent page shows them.',
  ),
  oauth_server_token_exp: optionalDuration('Lifetime of the access tokens of clients; not set: JWT_EXP.', { min: 1 }),
  oauth_server_id_token_exp: duration(3600, 'Lifetime of ID tokens.', { min: 1 }),
  oauth_server_session_timebox: optionalDuration('The session of a client ends this long after it began.'),
  oauth_server_session_inactivity_timeout: duration(
    2_592_000,
    'The session of a client ends this long after its last refresh; 0: never. SESSIONS_INACTIVITY_TIMEOUT counts too.',
  ),
  oauth_server_plain_pkce_enabled: bool(false, 'Accept the PKCE method `plain`, which does not protect a code.'),
  oauth_server_client_documents: documentHosts(
    'Hosts whose documents may describe clients (client ID metadata documents): `off`, hosts separated by commas, or `any`.',
  ),
  oauth_server_allowed_networks: networks(
    'Private networks from which documents and keys of clients may be fetched, and to which logout tokens may be sent, such as `10.2.0.0/16,fd12::/16`; empty: none.',
  ),
  oauth_server_secret_overlap: duration(0, 'Time for which the former secret of a client works after a rotation.'),
  oauth_server_allow_dynamic_registration: bool(false, 'Anybody may register a client (RFC 7591).'),
  oauth_server_dynamic_redirects: choice(
    DYNAMIC_REDIRECTS,
    'device',
    "Redirect URIs of open registration: `device` (the user's own machine and apps), or `any` (web sites too).",
  ),
  oauth_server_max_dynamic_clients: int(10_000, 'Number of clients that can be registered openly.', { min: 0 }),
  oauth_server_unused_client_after: duration(
    2_592_000,
    'Time after which a client that registered itself is deleted if nobody has used it. At least an hour.',
    { min: 3600 },
  ),
  rate_limit_oauth_token: float(
    150,
    'Requests of OAuth clients to /oauth/token, par, device_authorization, revoke and introspect per address and 5 minutes.',
    {
      min: 0,
    },
  ),
  rate_limit_oauth_dynamic_client_register: float(10, 'Registrations of clients per address and 5 minutes.', {
    min: 0,
    names: [
      'SVC_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER',
      'GOTRUE_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER',
      'GOTRUE_RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER',
    ],
  }),
} as const;
