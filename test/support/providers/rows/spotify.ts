// Spotify: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName } from '../vendor.ts';

export const row: ProviderRow = {
  unverified: true,
  mock: {
    authorize: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    login: 'either',
    scopes: ['user-read-email', 'user-read-private'],
    pkce: true,
    resources: {
      'https://api.spotify.com/v1/me': (_request, { person, scopes }) => ({
        body: {
          id: person.login,
          display_name: fullName(person),
          images: [
            { url: `${person.picture}?small`, width: 64, height: 64 },
            { url: person.picture, width: 300, height: 300 },
          ],
          type: 'user',
          ...(scopes.includes('user-read-email') ? { email: person.email } : {}),
        },
      }),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: 'ada',
          display_name: 'Ada Lovelace',
          email: ADA_EMAIL,
          images: [
            { url: 'https://img.example.com/0.png', width: 64, height: 64 },
            { url: ADA_PICTURE_URL, width: 300, height: 300 },
          ],
        },
      },
    },
    subject: 'ada',
    emails: [providerEmail(ADA_EMAIL, false)],
    data: { iss: 'https://api.spotify.com/v1', ...ADA_NAME, ...ADA_PICTURE },
  },
};
