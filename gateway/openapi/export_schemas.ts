// Schema of a user's data export: one list per table, with the columns as members.
import {
  booleanSchema,
  closedObject,
  freeObject,
  type Members,
  nullableSchema,
  type Schema,
  text,
  texts,
  time,
  timeMembers,
  uuid,
} from './schema_parts.ts';

const number: Schema = { type: 'integer' };
const object: Schema = { type: ['object', 'null'] };
const each = (schema: Schema, ...names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, schema]));
const list = (members: Members): Schema => ({ type: 'array', items: closedObject(members) });
const maybeTimes = (...names: readonly string[]): Members => each(nullableSchema(time), ...names);

const user: Members = {
  id: uuid,
  ...each(text, 'aud', 'role'),
  ...each(nullableSchema(text), 'email', 'phone', 'new_email', 'new_phone', 'factor_status', 'sign_up_role'),
  email_change_status: number,
  ...each(freeObject, 'app_metadata', 'user_metadata'),
  is_anonymous: booleanSchema,
  is_sso_user: booleanSchema,
  ...maybeTimes('email_confirmed_at', 'phone_confirmed_at', 'invited_at', 'confirmation_sent_at', 'recovery_sent_at'),
  ...maybeTimes('email_change_sent_at', 'phone_change_sent_at', 'reauthentication_sent_at', 'last_sign_in_at'),
  ...maybeTimes('banned_until', 'deprovisioned_at', 'deleted_at'),
  ...timeMembers('created_at', 'updated_at'),
};

const session: Members = {
  id: uuid,
  created_at: time,
  ...maybeTimes('refreshed_at', 'rotated_at', 'not_after', 'revoked_at'),
  ...each(nullableSchema(text), 'revoked_reason', 'tag', 'user_agent', 'ip'),
  counter: number,
  is_recovery: booleanSchema,
  aal: text,
  amr: { type: 'array', items: freeObject },
  factor_id: nullableSchema(uuid),
  oauth_client_id: nullableSchema(uuid),
  ...each(nullableSchema(texts), 'scopes', 'resources'),
  auth_time: nullableSchema(time),
  authorized_aal: nullableSchema(text),
};

const message: Members = {
  id: uuid,
  ...each(text, 'kind', 'channel', 'to_address', 'state'),
  ...each(number, 'tries', 'unknown_outcomes'),
  ...each(nullableSchema(text), 'languages', 'last_error'),
  details: object,
  ...maybeTimes('not_before', 'leased_until', 'waits_since', 'finished_at'),
  ...timeMembers('expires_at', 'created_at'),
};

const passkey: Members = {
  id: uuid,
  ...each(text, 'friendly_name', 'attestation_type'),
  aaguid: uuid,
  sign_count: number,
  transports: texts,
  ...each(booleanSchema, 'backup_eligible', 'backed_up'),
  ...maybeTimes('clone_warned_at', 'last_used_at'),
  ...timeMembers('created_at', 'updated_at'),
};

const factor: Members = {
  id: uuid,
  ...each(text, 'factor_type', 'status'),
  ...each(nullableSchema(text), 'friendly_name', 'phone'),
  aaguid: nullableSchema(uuid),
  last_challenged_at: nullableSchema(time),
  ...timeMembers('created_at', 'updated_at'),
};

const tables: Members = {
  user: closedObject(user),
  addresses: list({
    ...each(text, 'kind', 'value'),
    is_primary: booleanSchema,
    given_by_administrator: booleanSchema,
    autoconfirmed: booleanSchema,
    verified_at: nullableSchema(time),
    created_at: time,
  }),
  identities: list({
    id: uuid,
    ...each(text, 'provider', 'subject'),
    identity_data: freeObject,
    email: nullableSchema(text),
    last_sign_in_at: nullableSchema(time),
    ...timeMembers('created_at', 'updated_at'),
  }),
  suppressions: list({ ...each(text, 'address', 'reason'), created_at: time }),
  passwords: list({ updated_at: time }),
  pending_passwords: list({ created_at: time }),
  sessions: list(session),
  oauth_consents: list({
    client_id: uuid,
    ...each(texts, 'scopes', 'resources', 'pairs'),
    granted_at: time,
    revoked_at: nullableSchema(time),
  }),
  oauth_authorizations: list({
    client_id: uuid,
    ...each(text, 'kind', 'status'),
    ...each(texts, 'scopes', 'resources'),
    granted_scopes: nullableSchema(texts),
    ...each(nullableSchema(text), 'denied_with', 'aal'),
    amr: { type: ['array', 'null'], items: freeObject },
    asker: object,
    ...maybeTimes('auth_time', 'polled_at', 'code_expires_at'),
    ...timeMembers('created_at', 'expires_at'),
  }),
  factors: list(factor),
  recovery_codes: list({ created_at: time }),
  scim_users: list({
    ...each(uuid, 'id', 'provider_id'),
    external_id: nullableSchema(text),
    user_name: text,
    active: booleanSchema,
    ...each(texts, 'emails', 'groups'),
    attributes: freeObject,
    version: number,
    deleted_at: nullableSchema(time),
    ...timeMembers('created_at', 'updated_at'),
  }),
  kept_rows: list({ ...each(text, 'source', 'id'), data: freeObject, kept_at: time }),
  challenges: list({
    id: uuid,
    factor_id: uuid,
    ip: nullableSchema(text),
    attempts: number,
    used_at: nullableSchema(time),
    ...timeMembers('expires_at', 'created_at'),
  }),
  passkeys: list(passkey),
  passkey_challenges: list({ id: uuid, purpose: text, ...timeMembers('expires_at', 'created_at') }),
  webhook_events: list({
    ...each(uuid, 'id', 'webhook_id'),
    ...each(text, 'kind', 'state'),
    data: object,
    tries: number,
    last_error: nullableSchema(text),
    ...maybeTimes('leased_until', 'not_before', 'waits_since', 'finished_at'),
    created_at: time,
  }),
  oauth_logouts: list({
    ...each(uuid, 'client_id', 'session_id'),
    state: text,
    tries: number,
    last_error: nullableSchema(text),
    ...maybeTimes('leased_until', 'not_before', 'waits_since', 'finished_at'),
    created_at: time,
  }),
  one_time_tokens: list({
    ...each(text, 'kind', 'purpose', 'address'),
    attempts: number,
    ...each(nullableSchema(text), 'aud', 'provider'),
    carries_password: booleanSchema,
    expires_at: nullableSchema(time),
    created_at: time,
  }),
  flow_states: list({
    ...each(text, 'provider', 'authentication_method'),
    ...maybeTimes('auth_code_issued_at', 'consumed_at'),
    links_identity: booleanSchema,
    created_at: time,
  }),
  messages: list(message),
  refusals: list({ at: time, ...each(text, 'request_id', 'route', 'code'), status: number }),
};

const entry = { id: uuid, created_at: time, actions: texts, traits: object } as const;

export const EXPORT_SCHEMAS: Members = {
  UserExport: closedObject(
    {
      user_id: uuid,
      exported_at: time,
      incomplete: { ...texts, description: 'Lists that are truncated to the newest 10,000 rows.' },
      audit_log: {
        type: 'array',
        maxItems: 1000,
        items: {
          oneOf: [
            closedObject({
              ...entry,
              by: { const: 'user' },
              actor_id: uuid,
              actor_username: text,
              actor_via_sso: booleanSchema,
              ...each(nullableSchema(text), 'actor_name', 'ip', 'user_agent', 'request_id', 'login_method'),
            }),
            closedObject({ ...entry, by: { enum: ['administrator', 'anybody'] } }),
          ],
        },
      },
    },
    { ...tables, next_cursor: { ...text, description: 'The `cursor` of the audit entries before these.' } },
    { description: 'With `cursor` only the audit entries before it are returned.' },
  ),
};
