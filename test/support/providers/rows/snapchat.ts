// Snapchat: the mock, a sample profile and the expected result.
import { ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

const SNAP = 'https://auth.snapchat.com/oauth2/api';

export const row: ProviderRow = {
  picky: true,
  mock: {
    authorize: 'https://accounts.snapchat.com/accounts/oauth2/auth',
    token: 'https://accounts.snapchat.com/accounts/oauth2/token',
    login: 'either',
    scopes: [`${SNAP}/user.external_id`, `${SNAP}/user.display_name`, `${SNAP}/user.bitmoji.avatar`],
    pkce: true,
    resources: {
      'https://kit.snapchat.com/v1/me': requireScope([`${SNAP}/user.external_id`], ({ url }, { person }) => {
        const query = url.searchParams.get('query') ?? '';
        if (!/^\{\s*me\s*\{.*\}\s*\}$/s.test(query)) return { status: 400, body: { errors: ['no query'] } };
        const me: Record<string, unknown> = {};
        if (query.includes('externalId')) me.externalId = `CAESI${person.id}`;
        if (query.includes('displayName')) me.displayName = fullName(person);
        if (query.includes('bitmoji')) me.bitmoji = { avatar: person.picture, id: 'b1' };
        // Snapchat returns the e-mail address to partners, although no scope covers it.
        if (query.includes('email') && person.email !== null) me.email = person.email;
        return { body: { data: { me }, errors: [] } };
      }),
    },
  },
  answer: {
    answered: {
      answers: {
        user: { data: { me: { externalId: 'e', displayName: 'Ada Lovelace', bitmoji: { avatar: ADA_PICTURE_URL } } } },
      },
    },
    subject: 'e',
    emails: [],
    data: {
      iss: 'https://accounts.snapchat.com/accounts/oauth2/token',
      ...ADA_NAME,
      ...ADA_PICTURE,
      slug: 'Ada Lovelace',
    },
  },
};
