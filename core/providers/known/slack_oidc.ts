// "Sign in with Slack" over OpenID Connect, the current product.
import { hostOrDefault, type OAuth2Definition, type ProviderConfig } from '../provider.ts';
import { SLACK_VENDOR, slackProfile } from './slack.ts';

const baseOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://slack.com');

export const provider: OAuth2Definition = {
  title: 'Slack (OpenID Connect)',
  vendor: { ...SLACK_VENDOR, issuer: (config) => baseOf(config) },
  unlisted: true,
  protocol: 'oauth2',
  scopes: 'profile email openid',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/openid/connect/authorize`,
    token: `${baseOf(config)}/api/openid.connect.token`,
    api: `${baseOf(config)}/api`,
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/openid.connect.userInfo` } }),
  profile: ({ answers: { user } }, config) => slackProfile(user, config),
};
