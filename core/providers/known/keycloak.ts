// Keycloak. _URL is the realm's URL: https://host/realms/name.
import { asObject, TOKEN_CLAIMS, withoutMembers } from '../claims.ts';
import { type OAuth2Definition, type Profile, readMember, readProviderEmail, textOrEmpty } from '../provider.ts';

const MAPPED = new Set(['sub', 'name', 'email', 'email_verified']);

/** Claims that are not custom claims: those that are mapped to other members, and those that describe the token. */
const OF_TOKENS = new Set([...MAPPED, ...TOKEN_CLAIMS, 'typ', 'session_state', 'scope']);

const profileOf = (user: unknown, iss: string, not_custom: ReadonlySet<string>): Profile => ({
  subject: textOrEmpty(readMember(user, 'sub')),
  emails: readProviderEmail(user),
  data: {
    iss,
    name: textOrEmpty(readMember(user, 'name')),
    full_name: textOrEmpty(readMember(user, 'name')),
    custom_claims: withoutMembers(asObject(user), not_custom),
  },
});

export const provider: OAuth2Definition = {
  title: 'Keycloak',
  vendor: { console: 'the realm → Clients', issuer: ({ url }) => url },
  protocol: 'oauth2',
  url: 'required',
  url_missing: 'unable to find URL for the Keycloak provider',
  scopes: 'profile email',
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  endpoints: ({ url }) => ({
    authorize: `${url}/protocol/openid-connect/auth`,
    token: `${url}/protocol/openid-connect/token`,
    api: `${url}/protocol/openid-connect/userinfo`,
  }),
  id_token: { required: false, keys_of: (issuer, { url }) => (issuer === url ? url : null), nonce: true },
  user_requests: ({ endpoints: { api } }) => ({ user: { url: api } }),
  id_token_rules: {
    issuer: ({ url }) => url,
    keys_of: (issuer, { url }) => (issuer === url && url !== '' ? url : null),
    profile: (claims, { url }) => profileOf(claims, url, OF_TOKENS),
  },
  profile: ({ answers: { user }, id_token }, { url }) => {
    if (id_token !== null && readMember(user, 'sub') !== id_token.sub)
      throw new Error('the user info has another subject than the id token');
    return profileOf(user, url, MAPPED);
  },
};
