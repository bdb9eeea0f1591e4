// Notion: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName } from '../vendor.ts';

export const row: ProviderRow = {
  picky: true,
  mock: {
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
  },
  answer: {
    answered: {
      answers: {
        user: {
          object: 'user',
          id: 'bot',
          bot: {
            owner: {
              user: { id: 'n', name: 'Ada Lovelace', avatar_url: ADA_PICTURE_URL, person: { email: ADA_EMAIL } },
            },
          },
        },
      },
    },
    subject: 'n',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: 'https://api.notion.com', ...ADA_NAME, ...ADA_PICTURE },
  },
};
