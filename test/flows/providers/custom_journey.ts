// Helpers for tests of custom providers: a stack that may connect to an OpenID provider on loopback, and sign-ins with
// that provider.
import * as assert from 'uvu/assert';
import { createAdmin } from '../../support/clients/admin.ts';
import { expectData } from '../../support/clients/client.ts';
import { type Answer, EXTERNAL_URL, startStack, type TestGateway } from '../../support/processes/stack.ts';
import { startIssuer } from '../../support/providers/issuer.ts';

export const REDIRECT_URI = `${EXTERNAL_URL}/callback`;
export const ALLOW_LOOPBACK = { SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8' };

let last = 0;
export const newIdentifier = (): `custom:${string}` => {
  last += 1;
  return `custom:acme-${last}`;
};

/** Returns the claims of a new user, as an OpenID provider sends them. */
export function newUserClaims(more: Record<string, unknown> = {}): Record<string, unknown> {
  last += 1;
  const sub = `s${last}-${Date.now()}`;
  return {
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: 'Ada Lovelace',
    preferred_username: 'ada',
    ...more,
  };
}

export async function startCustomProviderStack(env: Record<string, string> = {}) {
  const issuer = await startIssuer(REDIRECT_URI);
  const stack = await startStack({ env: { ...ALLOW_LOOPBACK, ...env } });
  const admin = createAdmin(stack.url).customProviders;
  const { id: client_id, secret: client_secret } = issuer.client;
  const common = { name: 'Acme', client_id, client_secret };
  const oidc = () => ({ ...common, provider_type: 'oidc' as const, identifier: newIdentifier(), issuer: issuer.url });
  const oauth2 = () => ({
    ...common,
    provider_type: 'oauth2' as const,
    identifier: newIdentifier(),
    authorization_url: `${issuer.url}/authorize`,
    token_url: `${issuer.url}/token`,
    userinfo_url: `${issuer.url}/me`,
  });
  /** Adds a provider and returns its identifier. */
  const add = async (given: ReturnType<typeof oidc> | ReturnType<typeof oauth2>, more: object = {}): Promise<string> =>
    expectData(await admin.createProvider({ ...given, ...more })).identifier;
  const depart = async (provider: string, query = '', node: Pick<TestGateway, 'get'> = stack): Promise<string> => {
    const answer = await node.get(`/authorize?provider=${provider}${query}`);
    assert.is(answer.status, 302, answer.text);
    return answer.headers.get('location') ?? '';
  };
  const arrive = async (provider: string, user: Record<string, unknown>, query = ''): Promise<Answer> =>
    stack.get(issuer.consent(await depart(provider, query), user));
  return {
    issuer,
    stack,
    admin,
    oidc,
    oauth2,
    add,
    depart,
    arrive,
    async close() {
      await stack.close();
      await issuer.close();
    },
  };
}
