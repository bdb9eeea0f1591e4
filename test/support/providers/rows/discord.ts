// Discord: the mock, a sample profile and the expected result.
import { ADA_EMAIL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

export const row: ProviderRow = {
  verified_by: 'verified',
  mock: {
    authorize: 'https://discord.com/api/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    login: 'either',
    scopes: ['email', 'identify', 'guilds'],
    pkce: true,
    resources: {
      'https://discord.com/api/users/@me': requireScope(['identify'], (_request, { person, scopes }) => ({
        body: {
          id: person.id,
          username: person.login,
          discriminator: '0',
          global_name: fullName(person),
          avatar: 'a_0815',
          ...(scopes.includes('email') ? { email: person.email, verified: person.verified } : {}),
        },
      })),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: '80',
          username: 'ada',
          discriminator: '0',
          global_name: 'Ada',
          avatar: 'a_1f',
          email: ADA_EMAIL,
          verified: true,
        },
      },
    },
    subject: '80',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://discord.com/api',
      name: 'ada#0',
      full_name: 'ada',
      picture: 'https://cdn.discordapp.com/avatars/80/a_1f.gif',
      avatar_url: 'https://cdn.discordapp.com/avatars/80/a_1f.gif',
      custom_claims: { global_name: 'Ada' },
    },
  },
};
