// WorkOS. The token response contains the profile. Clients choose a connection, an organization or a provider (as
// workos_provider).
import { undefinedIfEmpty } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const baseOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.workos.com');

export const provider: OAuth2Definition = {
  title: 'WorkOS',
  vendor: { console: 'WorkOS dashboard → API Keys, and Redirects' },
  protocol: 'oauth2',
  scopes: '',
  extra_scopes: false,
  renames: { workos_provider: 'provider' },
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/sso/authorize`,
    token: `${baseOf(config)}/sso/token`,
    api: baseOf(config),
  }),
  profile: ({ tokens: { profile } }, config) => {
    const name =
      `${textOrEmpty(readMember(profile, 'first_name'))} ${textOrEmpty(readMember(profile, 'last_name'))}`.trim();
    return {
      subject: textOrEmpty(readMember(profile, 'id')),
      emails: readProviderEmail(profile, { always: true }),
      data: {
        iss: baseOf(config),
        name,
        full_name: name,
        custom_claims: undefinedIfEmpty({
          connection_id: readMember(profile, 'connection_id'),
          organization_id: readMember(profile, 'organization_id'),
        }),
      },
    };
  },
};
