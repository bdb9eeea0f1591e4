// GitHub: the mock, a sample profile and the expected result.
import type { HostRequest, HostResponse } from '../network.ts';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, type Grant, requireScope } from '../vendor.ts';

/** GitHub rejects requests without a User-Agent. */
const withProgram =
  (answer: (grant: Grant) => unknown) =>
  (request: HostRequest, grant: Grant): HostResponse =>
    request.headers['user-agent']
      ? { body: answer(grant) }
      : { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Request forbidden: no User-Agent header' };

export const row: ProviderRow = {
  verified_by: 'verified',
  mock: {
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    login: 'body',
    scopes: ['user:email', 'user', 'read:org'],
    pkce: true,
    form_by_default: true,
    // GitHub's token endpoint returns errors with status 200.
    refusal: (error, text) => {
      const errors: Record<string, string> = {
        invalid_client: 'incorrect_client_credentials',
        invalid_grant: 'bad_verification_code',
      };
      return { body: { error: errors[error] ?? error, error_description: text } };
    },
    tokens: (grant) => ({
      token_type: 'bearer',
      scope: grant.scopes.join(','),
      refresh_token: undefined,
      expires_in: undefined,
    }),
    resources: {
      'https://api.github.com/user': withProgram(({ person }) => ({
        login: person.login,
        id: Number(person.id),
        avatar_url: person.picture,
        name: fullName(person),
        email: null,
      })),
      'https://api.github.com/user/emails': requireScope(
        ['user:email', 'user'],
        withProgram(({ person }) =>
          person.email === null
            ? []
            : [
                { email: `${person.id}+${person.login}@users.noreply.github.com`, primary: false, verified: true },
                { email: person.email, primary: true, verified: person.verified, visibility: 'private' },
              ],
        ),
      ),
    },
  },
  answer: {
    answered: {
      answers: {
        user: { id: 583231, login: 'ada', name: 'Ada Lovelace', avatar_url: ADA_PICTURE_URL, email: null },
        emails: [
          { email: ADA_EMAIL, primary: true, verified: true },
          { email: 'b@example.com', primary: false, verified: false },
        ],
      },
    },
    subject: '583231',
    emails: [providerEmail(ADA_EMAIL), providerEmail('b@example.com', false, false)],
    data: {
      iss: 'https://api.github.com',
      ...ADA_NAME,
      avatar_url: ADA_PICTURE_URL,
      user_name: 'ada',
      preferred_username: 'ada',
    },
  },
};
