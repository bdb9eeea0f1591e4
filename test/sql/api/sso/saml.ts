// Helpers for tests of SAML in SQL: a provider, a started flow, and an assertion as the gateway passes it.
import { randomUUID } from 'node:crypto';
import {
  type CallArguments,
  type CallResult,
  client,
  type SqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';

export const ADMIN = { claims: { role: 'service_role', exp: 4e9 } } as const;
export const PKCE = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' };

let last = 0;

/** Returns parsed metadata of a new identity provider. */
export function newMetadata(more: CallArguments = {}): CallArguments {
  last += 1;
  return {
    entity_id: `https://idp-${last}.example.com/metadata`,
    certificates: [{ der: 'AAAA', sha256: 'a'.repeat(64), not_after: '2040-01-01T00:00:00.000Z' }],
    sso_url: `https://idp-${last}.example.com/sso`,
    valid_until: null,
    cache_for: null,
    xml: '<EntityDescriptor/>',
    ...more,
  };
}

/** Returns the arguments that create a provider. */
export const createArguments = (
  provider: CallArguments = {},
  metadata: CallArguments = newMetadata(),
): CallArguments => ({
  ...ADMIN,
  provider: { type: 'saml', metadata_xml: '<EntityDescriptor/>', ...provider },
  metadata,
  client,
});

export const createProvider = (
  sql_api: SqlApi,
  provider: CallArguments = {},
  metadata?: CallArguments,
): Promise<CallResult> => sql_api.call('create_sso_provider', createArguments(provider, metadata));

/** Starts a flow and returns its id. */
export async function startFlow(sql_api: SqlApi, provider_id: unknown, more: CallArguments = {}): Promise<string> {
  const id = randomUUID();
  await sql_api.call('start_saml_flow', { id, provider_id, redirect_to: 'http://localhost:3000', ...more });
  return id;
}

/** Returns a verified assertion about a new person. */
export function newAssertion(more: CallArguments = {}): CallArguments {
  const { subject = randomUUID(), email = newEmail() } = more;
  return {
    id: `_${randomUUID()}`,
    expires_at: '2031-05-01T12:05:00.000Z',
    subject,
    email,
    data: { sub: subject, email, email_verified: true, phone_verified: false, iss: 'https://idp.example.com' },
    session_not_after: null,
    ...more,
  };
}

/** Returns the arguments that finish a flow. */
export const finishArguments = (
  provider_id: unknown,
  flow_id: string | null,
  assertion: CallArguments,
  more: CallArguments = {},
): CallArguments => ({
  flow_id,
  provider_id,
  assertion,
  settings: settings(),
  client,
  ...more,
});
