// LinkedIn before OpenID Connect: the mock, a sample profile and the expected result.
import { linkedinRefusal } from '../parts.ts';
import { ADA, mail, NAME, PICTURE, PNG, type ProviderRow } from '../row.ts';
import { scoped } from '../vendor.ts';

export const row: ProviderRow = {
  picky: true,
  mock: {
    authorize: 'https://api.linkedin.com/oauth/v2/authorization',
    token: 'https://api.linkedin.com/oauth/v2/accessToken',
    login: 'body',
    scopes: ['r_emailaddress', 'r_liteprofile', 'w_member_social'],
    refusal: linkedinRefusal,
    tokens: () => ({ refresh_token: undefined }),
    resources: {
      'https://api.linkedin.com/v2/me': scoped(['r_liteprofile'], ({ url }, { person }) => {
        const named = (value: string) => ({
          localized: { en_US: value },
          preferredLocale: { country: 'US', language: 'en' },
        });
        const pictures = url.searchParams.get('projection')?.includes('displayImage~')
          ? { profilePicture: { 'displayImage~': { elements: [{ identifiers: [{ identifier: person.picture }] }] } } }
          : {};
        return { body: { id: person.id, firstName: named(person.given), lastName: named(person.family), ...pictures } };
      }),
      'https://api.linkedin.com/v2/emailAddress': scoped(['r_emailaddress'], ({ url }, { person }) => {
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
          profilePicture: { 'displayImage~': { elements: [{ identifiers: [{ identifier: PNG }] }] } },
        },
        emails: { elements: [{ 'handle~': { emailAddress: ADA }, handle: 'urn:li:emailAddress:1' }] },
      },
    },
    subject: 'l',
    emails: [mail(ADA)],
    data: { iss: 'https://api.linkedin.com', ...NAME, ...PICTURE },
  },
};
