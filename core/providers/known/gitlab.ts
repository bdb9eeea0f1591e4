// GitLab: gitlab.com, or the instance at _URL.
import {
  hostOrDefault,
  listOrEmpty,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const baseOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://gitlab.com');

/** Returns true for a time in GitLab's format. */
const isTime = (value: unknown): boolean => /^\d{4}-\d{2}-\d{2}T/.test(typeof value === 'string' ? value : '');

export const provider: OAuth2Definition = {
  title: 'GitLab',
  vendor: { console: 'GitLab → Preferences → Applications' },
  protocol: 'oauth2',
  scopes: 'read_user',
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/oauth/authorize`,
    token: `${baseOf(config)}/oauth/token`,
    api: `${baseOf(config)}/api/v4`,
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/user` }, emails: { url: `${api}/user/emails` } }),
  profile: ({ answers: { user, emails } }, config) => {
    const name = textOrEmpty(readMember(user, 'name'));
    const picture = textOrEmpty(readMember(user, 'avatar_url'));
    // Secondary addresses count as unverified, because older instances list unconfirmed ones.
    const others = listOrEmpty(emails).map((entry) => ({
      email: textOrEmpty(readMember(entry, 'email')),
      verified: false,
      primary: false,
    }));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: [...others, ...readProviderEmail(user, { always: isTime(readMember(user, 'confirmed_at')) })],
      data: { iss: baseOf(config), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
