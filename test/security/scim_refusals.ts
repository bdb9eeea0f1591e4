// One request for each SCIM error that the gateway itself returns. gateway_refusals.test.ts runs the requests.
import { newIdentityProvider } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { type Answer, bearer, type TestGateway } from '../support/processes/stack.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export function scimCases(o: { node: TestGateway; off: TestGateway }) {
  const { node } = o;
  let made: Promise<string> | undefined;
  const makeToken = async (): Promise<string> => {
    const provider = await node.post(
      '/admin/sso/providers',
      { type: 'saml', metadata_xml: newIdentityProvider().metadata },
      SERVICE,
    );
    const answer = await node.post(`/admin/sso/providers/${provider.body.id}/scim-tokens`, { name: 'x' }, SERVICE);
    return String(answer.body.token);
  };
  const send = async (method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> => {
    made ??= makeToken();
    return node.request(method, `/scim/v2${path}`, body, { ...bearer(await made), 'Content-Type': type });
  };
  const patch = (operation: object): Promise<Answer> =>
    send('PATCH', '/Users/x', { schemas: [PATCH_OP], Operations: [operation] });
  return {
    scim_disabled: () => o.off.get('/scim/v2/Users'),
    scim_unknown: () => send('GET', '/Nothing'),
    scim_unsupported: () => send('POST', '/Bulk', {}),
    scim_filtering: () => node.get('/scim/v2/Schemas?filter=x'),
    scim_token_missing: () => node.get('/scim/v2/Users'),
    scim_media_type: () => send('POST', '/Users', '{}', 'text/plain'),
    scim_syntax: () => send('POST', '/Users', {}),
    scim_filter: () => send('GET', '/Users?filter=x'),
    scim_path: () => patch({ op: 'replace', path: 'nothing', value: 'x' }),
    scim_invalid: () => send('POST', '/Users', { schemas: [USER], userName: 1 }),
    scim_mutability: () => patch({ op: 'replace', path: 'id', value: 'x' }),
    scim_target: () => patch({ op: 'remove' }),
  };
}
