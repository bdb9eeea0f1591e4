// Facebook: the mock, a sample profile and the expected result.
import { createHmac } from 'node:crypto';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName } from '../vendor.ts';

export const row: ProviderRow = {
  picky: true,
  mock: {
    authorize: 'https://www.facebook.com/dialog/oauth',
    token: 'https://graph.facebook.com/oauth/access_token',
    login: 'body',
    scopes: ['email', 'public_profile', 'openid'],
    refusal: (error, text) => ({
      status: 400,
      body: { error: { message: text, type: 'OAuthException', code: error === 'invalid_client' ? 1 : 100 } },
    }),
    tokens: () => ({ token_type: 'bearer', refresh_token: undefined, scope: undefined }),
    resources: {
      'https://graph.facebook.com/me': ({ url, headers }, { app, person }) => {
        const token = headers.authorization?.replace(/^Bearer /i, '') ?? '';
        const proof = createHmac('sha256', app.secret).update(token).digest('hex');
        if (url.searchParams.get('appsecret_proof') !== proof) {
          const message = 'Invalid appsecret_proof provided in the API argument';
          return { status: 400, body: { error: { message, type: 'GraphMethodException', code: 100 } } };
        }
        const known: Record<string, unknown> = {
          email: person.email ?? undefined,
          first_name: person.given,
          last_name: person.family,
          name: fullName(person),
          picture: { data: { url: person.picture, width: 50, height: 50, is_silhouette: false } },
        };
        const asked = (url.searchParams.get('fields') ?? 'name').split(',');
        return { body: { id: person.id, ...Object.fromEntries(asked.map((name) => [name, known[name]])) } };
      },
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: '7',
          email: ADA_EMAIL,
          first_name: 'Ada',
          last_name: 'Lovelace',
          name: 'Ada B. Lovelace',
          picture: { data: { url: ADA_PICTURE_URL } },
        },
      },
    },
    subject: '7',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture',
      ...ADA_NAME,
      ...ADA_PICTURE,
      nickname: 'Ada B. Lovelace',
      slug: 'Ada B. Lovelace',
    },
  },
};
