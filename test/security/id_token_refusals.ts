// A request for each error of ID tokens that only the gateway returns.
import type { GatewayError } from '../../gateway/http/errors.ts';
import { SERVICE } from '../support/clients/admin.ts';
import type { Answer, TestGateway } from '../support/processes/stack.ts';
import { createSigner } from '../support/providers/signer.ts';
import type { ThirdParty } from '../support/providers/third_party.ts';

type IdTokenError = Extract<GatewayError, `id_token_${string}` | 'custom_provider_not_oidc'>;

/** A provider without ID tokens. Its URLs contain IP addresses, so that saving it needs no DNS lookup. */
const PLAIN = {
  identifier: 'custom:plain',
  provider_type: 'oauth2',
  name: 'Plain',
  client_id: 'x',
  client_secret: 'x',
  authorization_url: 'https://1.1.1.1/authorize',
  token_url: 'https://1.1.1.1/token',
  userinfo_url: 'https://1.1.1.1/me',
};

/**
 * Returns one call for each error. `node` accepts ID tokens of the third party's issuer, and has no provider enabled.
 */
export function idTokenCases(
  node: Pick<TestGateway, 'post'>,
  party: ThirdParty,
): Readonly<Record<IdTokenError, () => Promise<Answer>>> {
  const signer = createSigner(party.url);
  const post = (body: object) => node.post('/token?grant_type=id_token', body);
  const brought = (claims: object, more: object = {}) => {
    party.behaviour = ({ path }) =>
      path === '/keys' ? signer.keys() : { body: { issuer: party.url, jwks_uri: `${party.url}/keys` } };
    const id_token = signer.idToken({ aud: 'app', sub: 's', ...claims });
    return post({ id_token, issuer: party.url, client_id: 'app', ...more });
  };
  return {
    id_token_missing: () => post({}),
    id_token_issuer_missing: () => post({ id_token: 'x' }),
    id_token_linker_missing: () => post({ id_token: 'x', provider: 'google', link_identity: true }),
    id_token_issuer_undetected: () => post({ id_token: 'x', provider: 'apple' }),
    id_token_issuer_foreign: () => post({ id_token: signer.idToken({}), provider: 'apple' }),
    id_token_issuer_differs: () =>
      post({ id_token: signer.idToken({ iss: 'https://appleid.apple.com' }), provider: 'apple', issuer: 'x' }),
    id_token_issuer_unknown: () => post({ id_token: 'x', provider: 'x' }),
    id_token_provider_disabled: () => post({ id_token: 'x', provider: 'google' }),
    id_token_bad: () => brought({ exp: 1 }),
    id_token_of_nobody: () => brought({ sub: '' }),
    id_token_audience: () => brought({ aud: 'another' }),
    id_token_nonce_alone: () => brought({ nonce: 'x' }),
    custom_provider_not_oidc: async () => {
      await node.post('/admin/custom-providers', PLAIN, SERVICE);
      return post({ id_token: 'x', provider: PLAIN.identifier });
    },
    id_token_nonce_differs: () => brought({ nonce: 'x' }, { nonce: 'x' }),
  };
}
