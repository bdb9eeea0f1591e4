// Kakao: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName } from '../vendor.ts';

export const row: ProviderRow = {
  verified_by: 'is_email_verified',
  mock: {
    authorize: 'https://kauth.kakao.com/oauth/authorize',
    token: 'https://kauth.kakao.com/oauth/token',
    login: 'body',
    scopes: ['account_email', 'profile_image', 'profile_nickname', 'birthday'],
    resources: {
      'https://kapi.kakao.com/v2/user/me': (_request, { person, scopes }) => ({
        body: {
          id: Number.parseInt(person.id, 10) || person.id,
          kakao_account: {
            profile: { nickname: fullName(person), profile_image_url: person.picture },
            ...(scopes.includes('account_email') && person.email !== null
              ? { email: person.email, is_email_valid: true, is_email_verified: person.verified }
              : {}),
          },
        },
      }),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: 123456789,
          kakao_account: {
            profile: { nickname: 'Ada Lovelace', profile_image_url: ADA_PICTURE_URL },
            email: ADA_EMAIL,
            is_email_valid: true,
            is_email_verified: true,
          },
        },
      },
    },
    subject: '123456789',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://kapi.kakao.com',
      ...ADA_NAME,
      avatar_url: ADA_PICTURE_URL,
      user_name: 'Ada Lovelace',
      preferred_username: 'Ada Lovelace',
    },
  },
};
