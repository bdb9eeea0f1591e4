// Where people keep code and documents: Bitbucket, Figma, GitHub, GitLab, Notion, Slack, and WorkOS.
import type { HostAnswer, HostRequest } from './network.ts';
import { fullName, type Grant, scoped, type Vendor } from './vendor.ts';
import { SLACK_USER, slackRefusal } from './vendors_openid.ts';

const BITBUCKET: Vendor = {
  authorize: 'https://bitbucket.org/site/oauth2/authorize',
  token: 'https://bitbucket.org/site/oauth2/access_token',
  login: 'either',
  scopes: ['account', 'email', 'repository'],
  tokens: (grant) => ({ scope: undefined, scopes: grant.scopes.join(' ') }),
  resources: {
    'https://api.bitbucket.org/2.0/user': scoped(['account'], (_request, { person }) => ({
      body: {
        type: 'user',
        uuid: `{${person.id}}`,
        display_name: fullName(person),
        nickname: person.login,
        links: { avatar: { href: person.picture } },
      },
    })),
    'https://api.bitbucket.org/2.0/user/emails': scoped(['email'], (_request, { person }) => ({
      body: {
        pagelen: 10,
        page: 1,
        values:
          person.email === null
            ? []
            : [
                { type: 'email', email: `old-${person.email}`, is_primary: false, is_confirmed: false },
                { type: 'email', email: person.email, is_primary: true, is_confirmed: person.verified },
              ],
      },
    })),
  },
};

const FIGMA: Vendor = {
  authorize: 'https://www.figma.com/oauth',
  token: 'https://api.figma.com/v1/oauth/token',
  login: 'basic',
  scopes: ['current_user:read', 'file_content:read'],
  pkce: true,
  tokens: (grant) => ({ token_type: 'bearer', scope: undefined, user_id: grant.person.id }),
  resources: {
    'https://api.figma.com/v1/me': scoped(['current_user:read'], (_request, { person }) => ({
      body: { id: person.id, email: person.email, handle: fullName(person), img_url: person.picture },
    })),
  },
};

/** GitHub answers nobody who does not say what program asks. */
const withProgram =
  (answer: (grant: Grant) => unknown) =>
  (request: HostRequest, grant: Grant): HostAnswer =>
    request.headers['user-agent']
      ? { body: answer(grant) }
      : { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Request forbidden: no User-Agent header' };

const GITHUB: Vendor = {
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  login: 'body',
  scopes: ['user:email', 'user', 'read:org'],
  pkce: true,
  form_by_default: true,
  // Every refusal is a 200.
  refusal: (error, text) => {
    const said: Record<string, string> = {
      invalid_client: 'incorrect_client_credentials',
      invalid_grant: 'bad_verification_code',
    };
    return { body: { error: said[error] ?? error, error_description: text } };
  },
  tokens: (grant) => ({
    token_type: 'bearer',
    scope: grant.scopes.join(','),
    refresh_token: undefined,
    expires_in: undefined,
  }),
  resources: {
    'https://api.github.com/user': withProgram(({ person }) => ({
      login: person.login,
      id: Number(person.id),
      avatar_url: person.picture,
      name: fullName(person),
      email: null,
    })),
    'https://api.github.com/user/emails': scoped(
      ['user:email', 'user'],
      withProgram(({ person }) =>
        person.email === null
          ? []
          : [
              { email: `${person.id}+${person.login}@users.noreply.github.com`, primary: false, verified: true },
              { email: person.email, primary: true, verified: person.verified, visibility: 'private' },
            ],
      ),
    ),
  },
};

const GITLAB: Vendor = {
  authorize: 'https://gitlab.com/oauth/authorize',
  token: 'https://gitlab.com/oauth/token',
  login: 'either',
  scopes: ['read_user', 'openid', 'profile', 'email', 'api'],
  pkce: true,
  tokens: (grant) => ({ created_at: 1_700_000_000, expires_in: 7200, scope: grant.scopes.join(' ') }),
  resources: {
    'https://gitlab.com/api/v4/user': scoped(['read_user', 'api'], (_request, { person }) => ({
      body: {
        id: Number(person.id),
        username: person.login,
        name: fullName(person),
        avatar_url: person.picture,
        email: person.email,
        confirmed_at: person.verified ? '2020-01-01T00:00:00.000Z' : null,
      },
    })),
    'https://gitlab.com/api/v4/user/emails': scoped(['read_user', 'api'], (_request, { person }) => ({
      body: [{ id: 1, email: `second-${person.login}@example.com`, confirmed_at: '2020-01-01T00:00:00.000Z' }],
    })),
  },
};

const NOTION: Vendor = {
  authorize: 'https://api.notion.com/v1/oauth/authorize',
  token: 'https://api.notion.com/v1/oauth/token',
  login: 'basic',
  tokens: ({ person }) => ({
    token_type: 'bearer',
    expires_in: undefined,
    scope: undefined,
    bot_id: `bot-${person.id}`,
    workspace_id: 'w1',
    workspace_name: 'Engines',
  }),
  resources: {
    'https://api.notion.com/v1/users/me': (request, { person }) =>
      request.headers['notion-version'] === undefined
        ? {
            status: 400,
            body: { object: 'error', code: 'missing_version', message: 'Notion-Version header should be defined' },
          }
        : {
            body: {
              object: 'user',
              id: `bot-${person.id}`,
              type: 'bot',
              bot: {
                owner: {
                  type: 'user',
                  user: {
                    object: 'user',
                    id: person.id,
                    type: 'person',
                    name: fullName(person),
                    avatar_url: person.picture,
                    person: { email: person.email },
                  },
                },
              },
            },
          },
  },
};

const SLACK: Vendor = {
  authorize: 'https://slack.com/oauth/authorize',
  token: 'https://slack.com/api/oauth.access',
  login: 'either',
  scopes: ['profile', 'email', 'openid'],
  refusal: slackRefusal,
  tokens: () => ({ ok: true, token_type: undefined, expires_in: undefined, refresh_token: undefined }),
  resources: SLACK_USER,
};

const WORKOS: Vendor = {
  authorize: 'https://api.workos.com/sso/authorize',
  token: 'https://api.workos.com/sso/token',
  login: 'body',
  demands: (query) =>
    ['connection', 'organization', 'provider'].some((name) => query.get(name))
      ? null
      : 'A connection, organization, or provider is required.',
  tokens: ({ person, query }) => ({
    scope: undefined,
    refresh_token: undefined,
    profile: {
      object: 'profile',
      id: `prof_${person.id}`,
      connection_id: query.get('connection') ?? 'conn_1',
      organization_id: query.get('organization') ?? 'org_1',
      connection_type: 'OktaSAML',
      idp_id: person.id,
      email: person.email,
      first_name: person.given,
      last_name: person.family,
      raw_attributes: {},
    },
  }),
};

export const CODE_VENDORS = {
  bitbucket: BITBUCKET,
  figma: FIGMA,
  github: GITHUB,
  gitlab: GITLAB,
  notion: NOTION,
  slack: SLACK,
  workos: WORKOS,
} satisfies Record<string, Vendor>;
