// Zoom: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';

export const row: ProviderRow = {
  unverified: true,
  mock: {
    authorize: 'https://zoom.us/oauth/authorize',
    token: 'https://zoom.us/oauth/token',
    login: 'basic',
    pkce: true,
    resources: {
      'https://api.zoom.us/v2/users/me': (_request, { person }) => ({
        body: {
          id: person.id,
          first_name: person.given,
          last_name: person.family,
          email: person.email,
          verified: person.verified ? 1 : 0,
          login_type: 100,
          pic_url: person.picture,
        },
      }),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: 'zJKyaiAyTNC-MWjiWC18KQ',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: ADA_EMAIL,
          verified: 1,
          login_type: 100,
          pic_url: ADA_PICTURE_URL,
        },
      },
    },
    subject: 'zJKyaiAyTNC-MWjiWC18KQ',
    emails: [providerEmail(ADA_EMAIL, false)],
    data: { iss: 'https://api.zoom.us/v2', ...ADA_NAME, ...ADA_PICTURE },
  },
};
