// One call for each error of the OAuth server; refusals.test.ts runs them.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import {
  ADMIN,
  approved,
  approvedDevice,
  begun,
  CALLBACK,
  type Caller,
  decide,
  EVERY_GRANT,
  enter,
  entered,
  exchange,
  makeClient,
  newMac,
  OAUTH,
  open,
  poll,
  proof,
  push,
  refreshed,
  signedIn,
  start,
  startDevice,
  usePushed,
} from '../support/database/oauth.ts';
import { type Args, api } from '../support/database/surface.ts';
import type { Refused } from './refusal_cases.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

export function oauthCases(o: { sql: () => Sql; person: () => Promise<Caller> }): Record<string, Refused> {
  const admin =
    (name: string, args: Args): Refused =>
    () =>
      api(o.sql(), name, { claims: ADMIN, settings: OAUTH, ...args });
  /** Runs a call with a client and a user. */
  const both =
    (work: (client_id: string, caller: Caller) => ReturnType<Refused>, metadata: Args = {}): Refused =>
    async () =>
      work(await makeClient(o.sql(), metadata), await o.person());
  const register =
    (metadata: Args, more: Args = {}): Refused =>
    () =>
      api(o.sql(), 'register_oauth_client', { metadata, settings: { ...OAUTH, ...more } });
  const exchanging = (more: Args): Refused =>
    both(async (id, caller) => exchange(o.sql(), id, await approved(o.sql(), id, caller), more));
  const refreshing = (more: Args): Refused =>
    both(async (id, caller) => refreshed(o.sql(), id, await signedIn(o.sql(), id, caller), more));
  const deciding = (more: Args, request: Args = {}): Refused =>
    both(async (id, caller) => {
      const authorization = await begun(o.sql(), id, request);
      await open(o.sql(), authorization, caller);
      return decide(o.sql(), authorization, caller, more);
    });

  return {
    client_token: async () =>
      api(o.sql(), 'get_sessions', { claims: { ...(await o.person()).claims, client_id: NOBODY }, settings: OAUTH }),
    oauth_logout_hint: () => api(o.sql(), 'end_authorized_session', { hint: { aud: NOBODY, sid: NOBODY } }),
    oauth_logout_client: both((id) =>
      api(o.sql(), 'end_authorized_session', { hint: { aud: id, sid: NOBODY }, client_id: NOBODY }),
    ),
    oauth_logout_redirect: both((id) =>
      api(o.sql(), 'end_authorized_session', { hint: { aud: id, sid: NOBODY }, post_logout_redirect_uri: CALLBACK }),
    ),
    oauth_client_id_missing: () => start(o.sql(), ''),
    oauth_redirect_uri_missing: () => start(o.sql(), NOBODY, { redirect_uri: '' }),
    oauth_client_id_malformed: () => start(o.sql(), 'no id'),
    oauth_client_unknown: () => start(o.sql(), NOBODY),
    oauth_redirect_uri_unknown: both((id) => start(o.sql(), id, { redirect_uri: `${CALLBACK}/other` })),
    oauth_request_faulty: async () => {
      const made = await register({ redirect_uris: [CALLBACK] }, { oauth_server_dynamic_redirects: 'any' })();
      return start(o.sql(), String((made.client as Args).client_id), { scope: 'unknown' });
    },
    oauth_authorization_not_found: async () => open(o.sql(), NOBODY, await o.person()),
    oauth_authorization_decided: both(async (id, caller) =>
      decide(o.sql(), await approved(o.sql(), id, caller), caller, { action: 'deny' }),
    ),
    oauth_action_unknown: deciding({ action: 'maybe' }),
    oauth_scopes_unknown: deciding({ scopes: ['phone'] }),
    oauth_consent_needs_sign_in: deciding({}, { wishes: { prompt: 'login' } }),
    oauth_consent_needs_aal2: both(async (id, caller) => {
      const authorization = await begun(o.sql(), id);
      await open(o.sql(), authorization, caller);
      await o.sql()`update auth.users set factor_status = 'verified' where id = ${caller.id}`;
      return decide(o.sql(), authorization, caller);
    }),
    oauth_reason_unknown: () => api(o.sql(), 'decline_authorization', { authorization_id: NOBODY, reason: 'x' }),
    oauth_consent_not_found: both((client_id, { claims }) =>
      api(o.sql(), 'revoke_grant', { claims, client_id, settings: OAUTH }),
    ),
    oauth_client_id_required: both((_, { claims }) =>
      api(o.sql(), 'revoke_grant', { claims, client_id: '', settings: OAUTH }),
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
    oauth_client_unauthenticated: () => exchange(o.sql(), NOBODY, NOBODY),
    oauth_client_needed: both(async (id, caller) => {
      const { refresh } = await signedIn(o.sql(), id, caller);
      return api(o.sql(), 'refresh_session', { ...refresh });
    }),
    oauth_grant_unauthorized: both((id) => exchange(o.sql(), id, NOBODY), { grant_types: ['refresh_token'] }),
    oauth_code_invalid: both((id) => exchange(o.sql(), id, randomUUID())),
    oauth_code_of_other_client: both(async (id, caller) =>
      exchange(o.sql(), await makeClient(o.sql()), await approved(o.sql(), id, caller)),
    ),
    oauth_code_expired: both(async (id, caller) => {
      const authorization = await approved(o.sql(), id, caller);
      await o.sql()`update auth.oauth_authorizations set code_expires_at = now() - interval '1 s' where id = ${authorization}`;
      return exchange(o.sql(), id, authorization);
    }),
    oauth_code_redirect_uri: exchanging({ redirect_uri: `${CALLBACK}/other` }),
    oauth_code_verifier_missing: exchanging({ code_verifier: '' }),
    oauth_code_verifier_wrong: exchanging({ code_verifier: 'w'.repeat(60) }),
    oauth_target_wider: exchanging({ resources: ['https://elsewhere.example'] }),
    oauth_user_banned: both(async (id, caller) => {
      const authorization = await approved(o.sql(), id, caller);
      await o.sql()`update auth.users set banned_until = now() + interval '1 day' where id = ${caller.id}`;
      return exchange(o.sql(), id, authorization);
    }),
    oauth_request_unusable: both((id) => push(o.sql(), id, { redirect_uri: `${CALLBACK}/other` })),
    oauth_response_type_unsupported: both((id) => push(o.sql(), id, { response_type: 'token' })),
    oauth_flow_unauthorized: both((id) => push(o.sql(), id), { grant_types: ['refresh_token'] }),
    oauth_request_uri_unknown: both((id) => usePushed(o.sql(), id, NOBODY)),
    oauth_device_codes_taken: both(
      async (id) => {
        const mac = newMac();
        await startDevice(o.sql(), id, mac);
        return startDevice(o.sql(), id, mac);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_scope_unsupported: both(
      (id) => startDevice(o.sql(), id, newMac(), { request: { scope: 'unknown', resource: [] } }),
      { grant_types: EVERY_GRANT },
    ),
    oauth_target_unsupported: both(
      (id) => startDevice(o.sql(), id, newMac(), { request: { scope: null, resource: ['elsewhere'] } }),
      { grant_types: EVERY_GRANT },
    ),
    oauth_device_code_invalid: both((id) => poll(o.sql(), id, NOBODY), { grant_types: EVERY_GRANT }),
    oauth_device_pending: both(async (id, caller) => poll(o.sql(), id, (await entered(o.sql(), id, caller)).id), {
      grant_types: EVERY_GRANT,
    }),
    oauth_device_slow_down: both(
      async (client_id, caller) => {
        const { id } = await entered(o.sql(), client_id, caller);
        await poll(o.sql(), client_id, id);
        return poll(o.sql(), client_id, id);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_device_denied: both(
      async (client_id, caller) => {
        const { id } = await entered(o.sql(), client_id, caller);
        await decide(o.sql(), id, caller, { action: 'deny' });
        return poll(o.sql(), client_id, id);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_device_expired: both(
      async (client_id, caller) => {
        const id = await approvedDevice(o.sql(), client_id, caller);
        await o.sql()`update auth.oauth_authorizations set code_expires_at = now() - interval '1 s' where id = ${id}`;
        return poll(o.sql(), client_id, id);
      },
      { grant_types: EVERY_GRANT },
    ),
    oauth_user_code_wrong: async () => enter(o.sql(), newMac(), await o.person()),
    oauth_refresh_of_other_client: both(async (id, caller) => {
      const issued = await signedIn(o.sql(), id, caller);
      return refreshed(o.sql(), await makeClient(o.sql()), issued);
    }),
    oauth_refresh_first_party: both(async (id, { id: user_id, claims }) =>
      api(o.sql(), 'refresh_session', {
        user_id,
        session_id: claims.session_id,
        counter: 0,
        proof: proof(id),
        settings: OAUTH,
      }),
    ),
    oauth_scope_wider: refreshing({ scope: 'email phone' }),
  };
}
