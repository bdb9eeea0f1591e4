// Microsoft: Entra ID, personal accounts, and External ID (ciamlogin.com). The ID token contains the whole profile.
import { asObject, withoutMembers } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type Profile,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const CLOUD = 'https://login.microsoftonline.com';
const baseOf = (config: ProviderConfig): string => hostOrDefault(config, `${CLOUD}/common`);

/** Endpoints that several tenants share. The issuer in their tokens is the user's own tenant. */
const SHARED = new Set(['common', 'organizations', 'consumers'].map((name) => `${CLOUD}/${name}`));
const TENANT = /^https:\/\/login\.microsoftonline\.com\/[\w.-]+\/v2\.0$/;

/** Issuers of Microsoft: the current one, that of older tokens, and that of External ID. */
const OLDER = /^https:\/\/sts\.windows\.net\/([\w.-]+)\/$/;
const ISSUERS = [TENANT, OLDER, /^https:\/\/[a-z0-9-]+\.ciamlogin\.com\/[\w.-]+\/v2\.0$/];
const isMicrosoft = (issuer: string): boolean => ISSUERS.some((form) => form.test(issuer));

/** Claims that describe the token, or that are stored outside of custom_claims. */
const NOT_CUSTOM = new Set(
  'aud iss iat nbf exp c_hash at_hash aio nonce rh uti jti ver sub name preferred_username'.split(' '),
);

const readAzureProfile = (id_token: unknown, config: ProviderConfig): Profile => ({
  subject: textOrEmpty(readMember(id_token, 'sub')),
  // Other tenants can put any address into `email`. It is trusted only from the operator's tenant, or with xms_edov.
  emails: readProviderEmail(id_token, { by: ['xms_edov'], always: !SHARED.has(baseOf(config)) }),
  data: {
    iss: textOrEmpty(readMember(id_token, 'iss')),
    full_name: textOrEmpty(readMember(id_token, 'name')),
    preferred_username: textOrEmpty(readMember(id_token, 'preferred_username')),
    custom_claims: withoutMembers(asObject(id_token), NOT_CUSTOM),
  },
});

export const provider: OAuth2Definition = {
  title: 'Microsoft',
  vendor: {
    console: 'Entra admin center → App registrations',
    issuer: (config) => `${baseOf(config)}/v2.0`,
    code_first: true,
  },
  protocol: 'oauth2',
  scopes: 'openid profile email',
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  id_token: {
    required: true,
    nonce: true,
    keys_of(issuer, config) {
      const base = baseOf(config);
      const accepted = SHARED.has(base) ? TENANT.test(issuer) : issuer === `${base}/v2.0`;
      return accepted ? issuer : null;
    },
  },
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/oauth2/v2.0/authorize`,
    token: `${baseOf(config)}/oauth2/v2.0/token`,
    api: baseOf(config),
  }),
  id_token_rules: {
    issuer: (config) => `${baseOf(config)}/v2.0`,
    several: { title: 'Azure', is: isMicrosoft },
    keys_of(issuer, config) {
      const base = baseOf(config);
      const older = issuer.replace(OLDER, `${CLOUD}/$1`);
      const accepted = SHARED.has(base) ? isMicrosoft(issuer) : issuer === `${base}/v2.0` || older === base;
      return accepted ? issuer : null;
    },
  },
  profile: ({ id_token }, config) => readAzureProfile(id_token, config),
};
