// Twitter: a sample profile and the expected result. The mock is in ../twitter.ts.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';

export const row: ProviderRow = {
  answer: {
    answered: {
      answers: {
        user: {
          id: 1,
          id_str: '1',
          name: 'Ada Lovelace',
          screen_name: 'ada',
          profile_image_url_https: ADA_PICTURE_URL,
          email: ADA_EMAIL,
        },
      },
    },
    subject: '1',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://api.twitter.com/1.1/account/verify_credentials.json?include_entities=false&skip_status=true&include_email=true',
      ...ADA_NAME,
      ...ADA_PICTURE,
      user_name: 'ada',
      preferred_username: 'ada',
    },
  },
};
