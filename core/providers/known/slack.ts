// Slack's older sign-in at /oauth/authorize, for applications that were registered for it.
import { undefinedIfEmpty } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type Profile,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
  type Vendor,
} from '../provider.ts';

const baseOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://slack.com');

/** Converts a member of a workspace to a profile, for both of Slack's sign-ins. */
export function slackProfile(user: unknown, config: ProviderConfig): Profile {
  // Slack reports errors with status 200.
  if (readMember(user, 'ok') === false) throw new Error('Slack refused to return the user');
  const name = textOrEmpty(readMember(user, 'name'));
  const picture = textOrEmpty(readMember(user, 'picture'));
  return {
    subject: textOrEmpty(readMember(user, 'https://slack.com/user_id')),
    emails: readProviderEmail(user),
    data: {
      iss: `${baseOf(config)}/api`,
      name,
      full_name: name,
      picture,
      avatar_url: picture,
      custom_claims: undefinedIfEmpty({ 'https://slack.com/team_id': readMember(user, 'https://slack.com/team_id') }),
    },
  };
}

export const SLACK_VENDOR: Vendor = {
  console: 'Slack API → the app',
  wrong_code: ['invalid_code'],
  wrong_client: ['invalid_client_id', 'bad_client_secret'],
};

export const provider: OAuth2Definition = {
  title: 'Slack',
  vendor: SLACK_VENDOR,
  protocol: 'oauth2',
  scopes: 'profile email openid',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/oauth/authorize`,
    token: `${baseOf(config)}/api/oauth.access`,
    api: `${baseOf(config)}/api`,
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/openid.connect.userInfo` } }),
  profile: ({ answers: { user } }, config) => slackProfile(user, config),
};
