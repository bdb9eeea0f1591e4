// Keycloak: _URL is the realm's, https://host/realms/name.
import { membersOf, without } from './claims.ts';
import { member, type OAuth2Provider, oneEmail, text } from './provider.ts';

const MAPPED = new Set(['sub', 'name', 'email', 'email_verified']);

export const KEYCLOAK: OAuth2Provider = {
  name: 'keycloak',
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
  profile: ({ answers: { user } }, { url }) => ({
    subject: text(member(user, 'sub')),
    emails: oneEmail(member(user, 'email'), member(user, 'email_verified') === true),
    data: {
      iss: url,
      name: text(member(user, 'name')),
      full_name: text(member(user, 'name')),
      custom_claims: without(membersOf(user), MAPPED),
    },
  }),
};
