// A SCIM client for tests: a provider with a token, and requests in the form of Okta and Entra.
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { type Answer, bearer, newEmail, type StackOptions, type TestGateway } from '../../support/processes/stack.ts';
import type { SamlIdp } from '../../support/providers/saml_idp.ts';
import { newIdentityProvider, startSsoStack } from '../sso/journey.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export type Body = Record<string, unknown>;
export type Resource = Body & { id: string; meta: { version: string; location: string } };

const TYPE = { 'Content-Type': 'application/scim+json' };

export interface ScimClient {
  readonly provider: string;
  readonly idp: SamlIdp;
  readonly token: string;
  readonly token_id: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Provisions a user. */
  user(more?: Body): Promise<Resource>;
  group(displayName: string, members?: readonly string[]): Promise<Resource>;
  patch(path: string, ...operations: readonly object[]): Promise<Answer>;
  /** Returns the resources that a filter finds. */
  find(kind: 'Users' | 'Groups', filter: string): Promise<Resource[]>;
}

export async function startScimStack(env: Record<string, string> = {}, o: StackOptions = {}) {
  const sso = await startSsoStack({ SVC_SCIM_ENABLED: 'true', ...env }, o);
  const { stack } = sso;

  const tokenFor = async (provider: string, more: Body = {}): Promise<Body> => {
    const made = await stack.post(`/admin/sso/providers/${provider}/scim-tokens`, { name: 'Okta', ...more }, SERVICE);
    assert.is(made.status, 201, made.text);
    return made.body;
  };

  const client = async (more: Record<string, unknown> = {}, node: TestGateway = stack): Promise<ScimClient> => {
    const idp = newIdentityProvider();
    const provider = await sso.add(idp, more);
    const { token, id: token_id } = (await tokenFor(provider)) as { token: string; id: string };
    const send: ScimClient['send'] = (method, path, body, headers = {}) =>
      node.request(method, `/scim/v2${path}`, body === undefined ? undefined : JSON.stringify(body), {
        ...bearer(token),
        ...(body === undefined ? {} : TYPE),
        ...headers,
      });
    const created = async (path: string, body: Body): Promise<Resource> => {
      const answer = await send('POST', path, body);
      assert.is(answer.status, 201, answer.text);
      return answer.body as Resource;
    };
    return {
      provider,
      idp,
      token,
      token_id,
      send,
      user: (more = {}) => {
        const userName = newEmail();
        const emails = [{ value: String(more.userName ?? userName), type: 'work', primary: true }];
        return created('/Users', { schemas: [USER], userName, emails, ...more });
      },
      group: (displayName, members = []) =>
        created('/Groups', { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) }),
      patch: (path, ...Operations) => send('PATCH', path, { schemas: [PATCH_OP], Operations }),
      find: async (kind, filter) => {
        const answer = await send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`);
        assert.is(answer.status, 200, answer.text);
        return answer.body.Resources as Resource[];
      },
    };
  };
  /** Returns the account of a resource. */
  const accountOf = async (id: string): Promise<Record<string, unknown> & { id: string }> => {
    const [row] = await stack.db.sql`
      select u.* from auth.users as u join auth.scim_users as s on s.user_id = u.id where s.id = ${id}`;
    return row as Record<string, unknown> & { id: string };
  };
  return { ...sso, client, tokenFor, accountOf };
}

/** Asserts that a response is a SCIM error. */
export function assertScimError(answer: Answer, status: number, scimType?: string): void {
  const { schemas, status: told, scimType: type, detail, ...rest } = answer.body;
  assert.equal(
    [answer.status, schemas, told, type, rest],
    [status, [ERROR], String(status), scimType, {}],
    answer.text,
  );
  assert.type(detail, 'string');
  assert.is(answer.headers.get('content-type'), 'application/scim+json; charset=utf-8');
}
