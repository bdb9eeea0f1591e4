// Twitter: a sample profile and the expected result. The mock is in ../twitter.ts.
import { ADA, mail, NAME, PICTURE, PNG, type ProviderRow } from '../row.ts';

export const row: ProviderRow = {
  answer: {
    answered: {
      answers: {
        user: {
          id: 1,
          id_str: '1',
          name: 'Ada Lovelace',
          screen_name: 'ada',
          profile_image_url_https: PNG,
          email: ADA,
        },
      },
    },
    subject: '1',
    emails: [mail(ADA)],
    data: {
      iss: 'https://api.twitter.com/1.1/account/verify_credentials.json?include_entities=false&skip_status=true&include_email=true',
      ...NAME,
      ...PICTURE,
      user_name: 'ada',
      preferred_username: 'ada',
    },
  },
};
