// GitHub: the mock, a sample profile and the expected result.
import type { HostAnswer, HostRequest } from '../network.ts';
import { ADA, mail, NAME, PNG, type ProviderRow } from '../row.ts';
import { fullName, type Grant, scoped } from '../vendor.ts';

/** GitHub rejects requests without a User-Agent. */
const withProgram =
  (answer: (grant: Grant) => unknown) =>
  (request: HostRequest, grant: Grant): HostAnswer =>
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
    // Errors have status 200.
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
      'https://api.github.com/user/emails': scoped(
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
        user: { id: 583231, login: 'ada', name: 'Ada Lovelace', avatar_url: PNG, email: null },
        emails: [
          { email: ADA, primary: true, verified: true },
          { email: 'b@example.com', primary: false, verified: false },
        ],
      },
    },
    subject: '583231',
    emails: [mail(ADA), mail('b@example.com', false, false)],
    data: { iss: 'https://api.github.com', ...NAME, avatar_url: PNG, user_name: 'ada', preferred_username: 'ada' },
  },
};
