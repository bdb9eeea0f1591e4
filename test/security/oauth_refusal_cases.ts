// One call for each error of the OAuth server. refusals.test.ts runs the calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import {
  ADMIN,
  CALLBACK,
  clientCredentials,
  createApprovedAuthorization,
  createApprovedDevice,
  createEnteredDevice,
  createStartedAuthorization,
  decideAuthorization,
  EVERY_GRANT,
  enterUserCode,
  exchangeAuthorization,
  getAuthorization,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  pollDeviceAuthorization,
  pushAuthorization,
  refreshClientSession,
  signInByClient,
  startAuthorization,
  startDeviceAuthorization,
  startPushedAuthorization,
  type UserClaims,
} from '../support/database/oauth.ts';
import { api, type CallArguments } from '../support/database/sql_api.ts';
import type { RejectedCall } from './refusal_cases.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

export function oauthCases(o: { sql: () => Sql; person: () => Promise<UserClaims> }): Record<string, RejectedCall> {
  const admin =
    (name: string, args: CallArguments): RejectedCall =>
    () =>
      api(o.sql(), name, { claims: ADMIN, settings: OAUTH_SETTINGS, ...args });
  /** Creates a client and a user, and runs a call with both. */
  const both =
    (
      work: (client_id: string, caller: UserClaims) => ReturnType<RejectedCall>,
      metadata: CallArguments = {},
    ): RejectedCall =>
    async () =>
      work(await makeClient(o.sql(), metadata), await o.person());
  const register =
    (metadata: CallArguments, more: CallArguments = {}): RejectedCall =>
    () =>
      api(o.sql(), 'register_oauth_client', { metadata, settings: { ...OAUTH_SETTINGS, ...more } });
  const exchanging = (more: CallArguments): RejectedCall =>
    both(async (id, caller) =>
      exchangeAuthorization(o.sql(), id, await createApprovedAuthorization(o.sql(), id, caller), more),
    );
  const refreshing = (more: CallArguments): RejectedCall =>
    both(async (id, caller) => refreshClientSession(o.sql(), id, await signInByClient(o.sql(), id, caller), more));
  const deciding = (more: CallArguments, request: CallArguments = {}): RejectedCall =>
    both(async (id, caller) => {
      const authorization = await createStartedAuthorization(o.sql(), id, request);
      await getAuthorization(o.sql(), authorization, caller);
      return decideAuthorization(o.sql(), authorization, caller, more);
    });

  return {
    client_token: async () =>
      api(o.sql(), 'get_sessions', {
        claims: { ...(await o.person()).claims, client_id: NOBODY },
        settings: OAUTH_SETTINGS,
      }),
    oauth_logout_hint: () => api(o.sql(), 'end_authorized_session', { hint: { aud: NOBODY, sid: NOBODY } }),
    oauth_logout_client: both((id) =>
      api(o.sql(), 'end_authorized_session', { hint: { aud: id, sid: NOBODY }, client_id: NOBODY }),
    ),
    oauth_logout_redirect: both((id) =>
      api(o.sql(), 'end_authorized_session', { hint: { aud: id, sid: NOBODY }, post_logout_redirect_uri: CALLBACK }),
    ),
    oauth_client_id_missing: () => startAuthorization(o.sql(), ''),
    oauth_redirect_uri_missing: () => startAuthorization(o.sql(), NOBODY, { redirect_uri: '' }),
    oauth_client_id_malformed: () => startAuthorization(o.sql(), 'no id'),
    oauth_client_unknown: () => startAuthorization(o.sql(), NOBODY),
    oauth_redirect_uri_unknown: both((id) => startAuthorization(o.sql(), id, { redirect_uri: `${CALLBACK}/other` })),
    oauth_request_faulty: async () => {
      const made = await register({ redirect_uris: [CALLBACK] }, { oauth_server_dynamic_redirects: 'any' })();
      return startAuthorization(o.sql(), String((made.client as CallArguments).client_id), { scope: 'unknown' });
    },
    oauth_authorization_not_found: async () => getAuthorization(o.sql(), NOBODY, await o.person()),
    oauth_authorization_decided: both(async (id, caller) =>
      decideAuthorization(o.sql(), await createApprovedAuthorization(o.sql(), id, caller), caller, { action: 'deny' }),
    ),
    oauth_action_unknown: deciding({ action: 'maybe' }),
    oauth_scopes_unknown: deciding({ scopes: ['phone'] }),
    oauth_consent_needs_sign_in: deciding({}, { wishes: { prompt: 'login' } }),
    oauth_consent_needs_aal2: both(async (id, caller) => {
      const authorization = await createStartedAuthorization(o.sql(), id);
      await getAuthorization(o.sql(), authorization, caller);
      await o.sql()`update auth.users set factor_status = 'verified' where id = ${caller.id}`;
      return decideAuthorization(o.sql(), authorization, caller);
    }),
    oauth_reason_unknown: () => api(o.sql(), 'decline_authorization', { authorization_id: NOBODY, reason: 'x' }),
    oauth_consent_not_found: both((client_id, { claims }) =>
      api(o.sql(), 'revoke_grant', { claims, client_id, settings: OAUTH_SETTINGS }),
    ),
    oauth_client_id_required: both((_, { claims }) =>
      api(o.sql(), 'revoke_grant', { claims, client_id: '', settings: OAUTH_SETTINGS }),
    ),
    oauth_client_id_format: admin('get_oauth_client', { client_id: 'x' }),
    oauth_client_not_found: admin('get_oauth_client', { client_id: NOBODY }),
    oauth_client_metadata: admin('create_oauth_client', { metadata: { redirect_uris: ['http://a.example/cb'] } }),
    oauth_client_without_secret: both((client_id) => admin('renew_oauth_client_secret', { client_id })(), {
      client_type: 'public',
    }),
    oauth_no_fields: both((client_id) => admin('change_oauth_client', { client_id, metadata: {} })()),
    oauth_registration_redirect: register({ redirect_uris: [CALLBACK] }),
    oauth_registration_metadata: register({ redirect_uris: ['http://localhost/cb'], client_name: 'x'.repeat(1_025) }),
    oauth_too_many_clients: register(
      { redirect_uris: ['http://localhost/cb'] },
      { oauth_server_max_dynamic_clients: 0 },
    ),
    oauth_client_unauthenticated: () => exchangeAuthorization(o.sql(), NOBODY, NOBODY),
    oauth_client_needed: both(async (id, caller) => {
      const { refresh } = await signInByClient(o.sql(), id, caller);
      return api(o.sql(), 'refresh_session', { ...refresh });
    }),
    oauth_grant_unauthorized: both((id) => exchangeAuthorization(o.sql(), id, NOBODY), {
      grant_types: ['refresh_token'],
    }),
    oauth_code_invalid: both((id) => exchangeAuthorization(o.sql(), id, randomUUID())),
    oauth_code_of_other_client: both(async (id, caller) =>
      exchangeAuthorization(o.sql(), await makeClient(o.sql()), await createApprovedAuthorization(o.sql(), id, caller)),
    ),
    oauth_code_expired: both(async (id, caller) => {
      const authorization = await createApprovedAuthorization(o.sql(), id, caller);
      await o.sql()`update auth.oauth_authorizations set code_expires_at = now() - interval '1 s' where id = ${authorization}`;
      return exchangeAuthorization(o.sql(), id, authorization);
    }),
    oauth_code_redirect_uri: exchanging({ redirect_uri: `${CALLBACK}/other` }),
    oauth_code_verifier_missing: exchanging({ code_verifier: '' }),
    oauth_code_verifier_wrong: exchanging({ code_verifier: 'w'.repeat(60) }),
    oauth_target_wider: exchanging({ resources: ['https://elsewhere.example'] }),
    oauth_user_banned: both(async (id, caller) => {
      const authorization = await createApprovedAuthorization(o.sql(), id, caller);
      await o.sql()`update auth.users set banned_until = now() + interval '1 day' where id = ${caller.id}`;
      return exchangeAuthorization(o.sql(), id, authorization);
    }),
    oauth_request_unusable: both((id) => pushAuthorization(o.sql(), id, { redirect_uri: `${CALLBACK}/other` })),
    oauth_response_type_unsupported: both((id) => pushAuthorization(o.sql(), id, { response_type: 'token' })),
    oauth_flow_unauthorized: both((id) => pushAuthorization(o.sql(), id), { grant_types: ['refresh_token'] }),
    oauth_request_uri_unknown: both((id) => startPushedAuthorization(o.sql(), id, NOBODY)),
    oauth_device_codes_taken: both(
      async (id) => {
        const mac = newMac();
        await startDeviceAuthorization(o.sql(), id, mac);
        return startDeviceAuthorization(o.sql(), id, mac);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_scope_unsupported: both(
      (id) => startDeviceAuthorization(o.sql(), id, newMac(), { request: { scope: 'unknown', resource: [] } }),
      { grant_types: EVERY_GRANT },
    ),
    oauth_target_unsupported: both(
      (id) => startDeviceAuthorization(o.sql(), id, newMac(), { request: { scope: null, resource: ['elsewhere'] } }),
      { grant_types: EVERY_GRANT },
    ),
    oauth_device_code_invalid: both((id) => pollDeviceAuthorization(o.sql(), id, NOBODY), { grant_types: EVERY_GRANT }),
    oauth_device_pending: both(
      async (id, caller) => pollDeviceAuthorization(o.sql(), id, (await createEnteredDevice(o.sql(), id, caller)).id),
      {
        grant_types: EVERY_GRANT,
      },
    ),
    oauth_device_slow_down: both(
      async (client_id, caller) => {
        const { id } = await createEnteredDevice(o.sql(), client_id, caller);
        await pollDeviceAuthorization(o.sql(), client_id, id);
        return pollDeviceAuthorization(o.sql(), client_id, id);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_device_denied: both(
      async (client_id, caller) => {
        const { id } = await createEnteredDevice(o.sql(), client_id, caller);
        await decideAuthorization(o.sql(), id, caller, { action: 'deny' });
        return pollDeviceAuthorization(o.sql(), client_id, id);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_device_expired: both(
      async (client_id, caller) => {
        const id = await createApprovedDevice(o.sql(), client_id, caller);
        await o.sql()`update auth.oauth_authorizations set code_expires_at = now() - interval '1 s' where id = ${id}`;
        return pollDeviceAuthorization(o.sql(), client_id, id);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_user_code_wrong: async () => enterUserCode(o.sql(), newMac(), await o.person()),
    oauth_refresh_of_other_client: both(async (id, caller) => {
      const issued = await signInByClient(o.sql(), id, caller);
      return refreshClientSession(o.sql(), await makeClient(o.sql()), issued);
    }),
    oauth_refresh_first_party: both(async (id, { id: user_id, claims }) =>
      api(o.sql(), 'refresh_session', {
        user_id,
        session_id: claims.session_id,
        counter: 0,
        proof: clientCredentials(id),
        settings: OAUTH_SETTINGS,
      }),
    ),
    oauth_scope_wider: refreshing({ scope: 'email phone' }),
  };
}
