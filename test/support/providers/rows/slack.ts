// Slack before OpenID Connect: the mock, a sample profile and the expected result.
import { SLACK_USER_INFO_ENDPOINT, slackCase, slackError } from '../parts.ts';
import type { ProviderRow } from '../row.ts';

export const row: ProviderRow = {
  verified_by: 'email_verified',
  mock: {
    authorize: 'https://slack.com/oauth/authorize',
    token: 'https://slack.com/api/oauth.access',
    login: 'either',
    scopes: ['profile', 'email', 'openid'],
    refusal: slackError,
    tokens: () => ({ ok: true, token_type: undefined, expires_in: undefined, refresh_token: undefined }),
    resources: SLACK_USER_INFO_ENDPOINT,
  },
  answer: slackCase(),
};
