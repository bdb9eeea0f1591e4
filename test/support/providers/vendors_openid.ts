// The providers that sign ID tokens: Apple, Azure, Google, Keycloak, and the OpenID flavours of LinkedIn and Slack.
import type { HostAnswer } from './network.ts';
import { atHash, createSigner, type Signer } from './signer.ts';
import { fullName, type Grant, scoped, type Vendor } from './vendor.ts';

export const KEYCLOAK_URL = 'https://sso.example.com/realms/main';
export const AZURE_TENANT = '11111111-2222-4333-8444-555555555555';

const APPLE = 'https://appleid.apple.com';
const GOOGLE = 'https://accounts.google.com';
const AZURE = 'https://login.microsoftonline.com';
const LINKEDIN = 'https://www.linkedin.com/oauth';
const SLACK = 'https://slack.com';

export function openIdVendors(): { vendors: Record<string, Vendor>; signers: readonly Signer[] } {
  const signers = {
    apple: createSigner(APPLE),
    google: createSigner(GOOGLE),
    azure: createSigner(`${AZURE}/${AZURE_TENANT}/v2.0`),
    keycloak: createSigner(KEYCLOAK_URL),
    linkedin: createSigner(LINKEDIN),
    slack: createSigner(SLACK),
  };
  const vendors = {
    apple: apple(signers.apple),
    google: google(signers.google),
    azure: azure(signers.azure),
    keycloak: keycloak(signers.keycloak),
    linkedin_oidc: linkedin(signers.linkedin),
    slack_oidc: slack(signers.slack),
  };
  return { vendors, signers: Object.values(signers) };
}

/** The claims that every ID token for this grant has. */
const base = ({ app, nonce }: Grant, access_token: string): Record<string, unknown> => ({
  aud: app.client_id,
  at_hash: atHash(access_token),
  ...(nonce === null ? {} : { nonce }),
});

const discovery = (signer: Signer, jwks_uri: string, more: Record<string, unknown>): NonNullable<Vendor['open']> => ({
  [`${signer.issuer}/.well-known/openid-configuration`]: (): HostAnswer => ({
    body: {
      issuer: signer.issuer,
      jwks_uri,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...more,
    },
  }),
  [jwks_uri]: () => signer.keys(),
});

function apple(signer: Signer): Vendor {
  const [authorize, token] = [`${APPLE}/auth/authorize`, `${APPLE}/auth/token`];
  return {
    authorize,
    token,
    login: 'body',
    scopes: ['name', 'email', 'openid'],
    demands: (query) =>
      query.get('scope') && query.get('response_mode') !== 'form_post'
        ? 'response_mode must be form_post when name or email scope is requested'
        : null,
    tokens: (grant, access_token) => ({
      scope: undefined,
      id_token: signer.idToken({
        ...base(grant, access_token),
        sub: `001234.${grant.person.id}.0815`,
        ...(grant.scopes.includes('email')
          ? { email: grant.person.email, email_verified: 'true', is_private_email: 'false' }
          : {}),
        auth_time: 1_700_000_000,
        nonce_supported: true,
      }),
    }),
    // The name is told once.
    posts: ({ first, person: { given, family, email } }): Record<string, string> =>
      first ? { user: JSON.stringify({ name: { firstName: given, lastName: family }, email }) } : {},
    open: discovery(signer, `${APPLE}/auth/keys`, { authorization_endpoint: authorize, token_endpoint: token }),
  };
}

function google(signer: Signer): Vendor {
  const [authorize, token] = [`${GOOGLE}/o/oauth2/v2/auth`, 'https://oauth2.googleapis.com/token'];
  return {
    authorize,
    token,
    login: 'either',
    scopes: ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/calendar'],
    pkce: true,
    tokens: (grant, access_token) => ({
      // A refresh token comes only where one is asked for.
      ...(grant.query.get('access_type') === 'offline' ? {} : { refresh_token: undefined }),
      id_token: signer.idToken({
        ...base(grant, access_token),
        azp: grant.app.client_id,
        sub: grant.person.id,
        email: grant.person.email,
        email_verified: grant.person.verified,
        name: fullName(grant.person),
        given_name: grant.person.given,
        family_name: grant.person.family,
        picture: grant.person.picture,
        ...(grant.query.has('hd') ? { hd: grant.query.get('hd') } : {}),
      }),
    }),
    open: discovery(signer, 'https://www.googleapis.com/oauth2/v3/certs', {
      authorization_endpoint: authorize,
      token_endpoint: token,
    }),
  };
}

function azure(signer: Signer): Vendor {
  const common = `${AZURE}/common/oauth2/v2.0`;
  return {
    authorize: `${common}/authorize`,
    token: `${common}/token`,
    login: 'either',
    scopes: ['openid', 'profile', 'email', 'offline_access', 'User.Read'],
    pkce: true,
    tokens: (grant, access_token) => ({
      ...(grant.scopes.includes('offline_access') ? {} : { refresh_token: undefined }),
      ...(grant.scopes.includes('openid') ? { id_token: azureToken(signer, grant, access_token) } : {}),
    }),
    open: {
      ...discovery(signer, `${AZURE}/${AZURE_TENANT}/discovery/v2.0/keys`, {
        authorization_endpoint: `${AZURE}/${AZURE_TENANT}/oauth2/v2.0/authorize`,
        token_endpoint: `${AZURE}/${AZURE_TENANT}/oauth2/v2.0/token`,
      }),
      // Where all tenants sign in, the document has a gap for theirs.
      [`${AZURE}/common/v2.0/.well-known/openid-configuration`]: () => ({
        body: {
          issuer: `${AZURE}/{tenantid}/v2.0`,
          authorization_endpoint: `${common}/authorize`,
          token_endpoint: `${common}/token`,
          jwks_uri: `${AZURE}/common/discovery/v2.0/keys`,
        },
      }),
      [`${AZURE}/common/discovery/v2.0/keys`]: () => signer.keys(),
    },
  };
}

function azureToken(signer: Signer, grant: Grant, access_token: string): string {
  const { person, scopes } = grant;
  return signer.idToken({
    ...base(grant, access_token),
    sub: `azure-${person.id}`,
    oid: `oid-${person.id}`,
    tid: AZURE_TENANT,
    ver: '2.0',
    uti: 'u1',
    rh: 'r1',
    ...(scopes.includes('profile') ? { name: fullName(person), preferred_username: person.login } : {}),
    ...(scopes.includes('email') && person.email !== null
      ? { email: person.email, ...(person.verified ? { xms_edov: '1' } : { xms_edov: false }) }
      : {}),
  });
}

function keycloak(signer: Signer): Vendor {
  const connect = `${KEYCLOAK_URL}/protocol/openid-connect`;
  const endpoints = {
    authorization_endpoint: `${connect}/auth`,
    token_endpoint: `${connect}/token`,
    userinfo_endpoint: `${connect}/userinfo`,
  };
  return {
    authorize: endpoints.authorization_endpoint,
    token: endpoints.token_endpoint,
    login: 'either',
    scopes: ['openid', 'profile', 'email', 'roles', 'offline_access'],
    pkce: true,
    tokens: (grant, access_token) =>
      grant.scopes.includes('openid')
        ? { id_token: signer.idToken({ ...base(grant, access_token), sub: grant.person.id }) }
        : {},
    resources: {
      // Since Keycloak 19.
      [endpoints.userinfo_endpoint]: scoped(['openid'], (_request, { person }) => ({
        body: {
          sub: person.id,
          name: fullName(person),
          preferred_username: person.login,
          given_name: person.given,
          family_name: person.family,
          ...(person.email === null ? {} : { email: person.email, email_verified: person.verified }),
        },
      })),
    },
    open: discovery(signer, `${connect}/certs`, endpoints),
  };
}

const userInfo = ({ person }: Grant): Record<string, unknown> => ({
  name: fullName(person),
  given_name: person.given,
  family_name: person.family,
  picture: person.picture,
  ...(person.email === null ? {} : { email: person.email, email_verified: person.verified }),
});

function linkedin(signer: Signer): Vendor {
  const endpoints = {
    authorization_endpoint: `${LINKEDIN}/v2/authorization`,
    token_endpoint: `${LINKEDIN}/v2/accessToken`,
    userinfo_endpoint: 'https://api.linkedin.com/v2/userinfo',
  };
  const sub = (grant: Grant): string => `li-${grant.person.id}`;
  return {
    authorize: endpoints.authorization_endpoint,
    token: endpoints.token_endpoint,
    login: 'body',
    scopes: ['openid', 'profile', 'email', 'w_member_social'],
    refusal: linkedinRefusal,
    tokens: (grant) => ({
      refresh_token: undefined,
      id_token: signer.idToken({ aud: grant.app.client_id, sub: sub(grant), ...userInfo(grant) }),
    }),
    resources: {
      [endpoints.userinfo_endpoint]: scoped(['openid'], (_request, grant) => ({
        body: { sub: sub(grant), ...userInfo(grant), locale: { country: 'US', language: 'en' } },
      })),
    },
    open: discovery(signer, `${LINKEDIN}/openid/jwks`, endpoints),
  };
}

function slack(signer: Signer): Vendor {
  const endpoints = {
    authorization_endpoint: `${SLACK}/openid/connect/authorize`,
    token_endpoint: `${SLACK}/api/openid.connect.token`,
    userinfo_endpoint: `${SLACK}/api/openid.connect.userInfo`,
  };
  return {
    authorize: endpoints.authorization_endpoint,
    token: endpoints.token_endpoint,
    login: 'either',
    scopes: ['openid', 'profile', 'email'],
    refusal: slackRefusal,
    tokens: (grant, access_token) => ({
      ok: true,
      refresh_token: undefined,
      id_token: signer.idToken({ ...base(grant, access_token), sub: slackId(grant), ...userInfo(grant) }),
    }),
    resources: SLACK_USER,
    open: discovery(signer, `${SLACK}/openid/connect/keys`, endpoints),
  };
}

/** LinkedIn has another word for codes that it does not know. */
export function linkedinRefusal(error: string, text: string): HostAnswer {
  return error === 'invalid_grant'
    ? { status: 400, body: { error: 'invalid_request', error_description: 'authorization code not found' } }
    : { status: error === 'invalid_client' ? 401 : 400, body: { error, error_description: text } };
}

const slackId = ({ person }: Grant): string => `U${person.id}`;

/** Slack says no with 200. */
export function slackRefusal(error: string): HostAnswer {
  const said: Record<string, string> = { invalid_client: 'bad_client_secret', invalid_grant: 'invalid_code' };
  return { body: { ok: false, error: said[error] ?? error } };
}

/** What Slack says about a user, at one address for both flavours. */
export const SLACK_USER: NonNullable<Vendor['resources']> = {
  [`${SLACK}/api/openid.connect.userInfo`]: (_request, grant) => ({
    body: {
      ok: true,
      sub: slackId(grant),
      'https://slack.com/user_id': slackId(grant),
      'https://slack.com/team_id': 'T0815',
      ...userInfo(grant),
    },
  }),
};
