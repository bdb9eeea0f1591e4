// LinkedIn before OpenID Connect: the mock, a sample profile and the expected result.
import { linkedinError } from '../parts.ts';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { requireScope } from '../vendor.ts';

export const row: ProviderRow = {
  picky: true,
  mock: {
    authorize: 'https://api.linkedin.com/oauth/v2/authorization',
    token: 'https://api.linkedin.com/oauth/v2/accessToken',
    login: 'body',
    scopes: ['r_emailaddress', 'r_liteprofile', 'w_member_social'],
    refusal: linkedinError,
    tokens: () => ({ refresh_token: undefined }),
    resources: {
      'https://api.linkedin.com/v2/me': requireScope(['r_liteprofile'], ({ url }, { person }) => {
        const named = (value: string) => ({
          localized: { en_US: value },
          preferredLocale: { country: 'US', language: 'en' },
        });
        const pictures = url.searchParams.get('projection')?.includes('displayImage~')
          ? { profilePicture: { 'displayImage~': { elements: [{ identifiers: [{ identifier: person.picture }] }] } } }
          : {};
        return { body: { id: person.id, firstName: named(person.given), lastName: named(person.family), ...pictures } };
      }),
      'https://api.linkedin.com/v2/emailAddress': requireScope(['r_emailaddress'], ({ url }, { person }) => {
        if (url.searchParams.get('q') !== 'members') return { status: 400, body: { message: 'q is missing' } };
        const element = { 'handle~': { emailAddress: person.email }, handle: 'urn:li:emailAddress:1' };
        return { body: { elements: person.email === null ? [] : [element] } };
      }),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: 'l',
          firstName: {
            localized: { en_US: 'Ada', de_DE: 'Adele' },
            preferredLocale: { country: 'US', language: 'en' },
          },
          lastName: { localized: { en_US: 'Lovelace' }, preferredLocale: { country: 'US', language: 'en' } },
          profilePicture: { 'displayImage~': { elements: [{ identifiers: [{ identifier: ADA_PICTURE_URL }] }] } },
        },
        emails: { elements: [{ 'handle~': { emailAddress: ADA_EMAIL }, handle: 'urn:li:emailAddress:1' }] },
      },
    },
    subject: 'l',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: 'https://api.linkedin.com', ...ADA_NAME, ...ADA_PICTURE },
  },
};
