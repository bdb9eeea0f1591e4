// Named JSON Schemas of responses. Most objects are closed, because a response with an undocumented member is a bug.
import { LISTED_PROVIDERS } from '../providers/config.ts';
import { CONSOLE_SCHEMAS } from './console_schemas.ts';
import { ERROR_CODES, OAUTH_ERROR_CODES } from './error_codes.ts';
import { EXPORT_SCHEMAS } from './export_schemas.ts';
import { OAUTH_SCHEMAS } from './oauth_schemas.ts';
import {
  booleanSchema,
  closedObject,
  freeObject,
  type Members,
  nullableSchema,
  ref,
  type Schema,
  text,
  texts,
  time,
  timeMembers,
  uuid,
} from './schema_parts.ts';

import {
  FACTOR_CREATION_SCHEMA,
  FACTOR_REQUEST,
  factorChallengeSchema,
  PASSKEY_CREATION_SCHEMA,
  passkeyChallengeSchema,
  SIGN_IN_REQUEST,
} from './webauthn_schemas.ts';

export { ref, type Schema } from './schema_parts.ts';

const userRequired: Members = {
  id: uuid,
  aud: text,
  role: text,
  email: text,
  phone: text,
  app_metadata: freeObject,
  user_metadata: freeObject,
  identities: { type: 'array', items: ref('Identity') },
  created_at: time,
  updated_at: time,
  is_anonymous: booleanSchema,
};
const userOptional: Members = {
  is_sso_user: booleanSchema,
  is_privileged: {
    ...booleanSchema,
    description: 'Only for callers without the right `list`: true if support may not act on the account.',
  },
  mail_refused: {
    ...text,
    description:
      'Only for administrators: name of the error because of which POST /recover and POST /resend send no mail to the address.',
  },
  ...timeMembers(
    'email_confirmed_at',
    'phone_confirmed_at',
    'confirmed_at',
    'invited_at',
    'confirmation_sent_at',
    'recovery_sent_at',
    'email_change_sent_at',
    'phone_change_sent_at',
    'reauthentication_sent_at',
    'last_sign_in_at',
    'banned_until',
    'deprovisioned_at',
    'deleted_at',
  ),
  new_email: text,
  new_phone: text,
  factors: { type: 'array', minItems: 1, items: ref('Factor') },
};
const factorType: Schema = { type: 'string', enum: ['totp', 'phone', 'webauthn', 'recovery_code'] };

const sessionMembers = {
  id: uuid,
  created_at: time,
  last_used_at: { ...time, description: 'Time of the sign-in or the last refresh.' },
  not_after: nullableSchema(time),
  user_agent: nullableSchema(text),
  ip: nullableSchema(text),
  aal: { type: 'string', enum: ['aal1', 'aal2', 'aal3'] },
  amr: { type: 'array', items: freeObject },
  tag: { ...nullableSchema(text), description: 'The kind of the session, if SESSIONS_TAGS is set.' },
};

const sessionOfClient = {
  client: { ...ref('SessionClient'), description: 'The OAuth client whose session it is.' },
};

const weakPassword = closedObject({
  reasons: { type: 'array', items: { type: 'string', enum: ['length', 'characters', 'pwned'] } },
});
const pagination: Schema = {
  ...closedObject({ has_more: booleanSchema }, { next_cursor: text }),
  description: 'Present if the list is paged by key.',
};

const errorCode: Schema = {
  type: 'string',
  enum: ERROR_CODES,
  description: 'unknown: a trigger or a hook of the application refused.',
};

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...OAUTH_SCHEMAS,
  User: closedObject(userRequired, userOptional, {
    description: 'Members without a value are absent; email and phone are then empty.',
  }),
  ListedUser: closedObject(
    {},
    { ...userRequired, ...userOptional },
    { description: 'A user in a list that was asked for with `fields`: only those members.' },
  ),
  Identity: closedObject(
    { identity_id: uuid, id: text, user_id: uuid, provider: text, created_at: time, updated_at: time },
    { identity_data: freeObject, email: text, last_sign_in_at: time },
  ),
  Session: closedObject(
    {
      access_token: { type: 'string', description: 'A JWT.' },
      token_type: { const: 'bearer' },
      expires_in: { type: 'integer', minimum: 1 },
      expires_at: { type: 'integer', description: 'Unix time; the `exp` of the token.' },
      refresh_token: text,
      user: ref('User'),
    },
    {
      type: { type: 'string', description: 'What was confirmed; only on POST /verify.' },
      weak_password: {
        description: 'On the password grant: null, or the current rules that the correct password violates.',
        oneOf: [{ type: 'null' }, closedObject({ message: text, reasons: { type: 'array', items: text } })],
      },
      provider_token: text,
      provider_refresh_token: text,
    },
  ),
  HalfConfirmed: closedObject(
    { code: { const: '200' }, msg: text },
    {},
    { description: 'The first of two confirmations.' },
  ),
  UserOrSession: {
    oneOf: [ref('User'), ref('Session')],
    description: 'A session if the address counts as confirmed.',
  },
  SessionOrHalfConfirmed: { oneOf: [ref('Session'), ref('HalfConfirmed')] },
  Empty: closedObject({}),
  ProviderUrl: closedObject({ url: text }),
  CustomProviders: closedObject({ providers: { type: 'array', items: ref('CustomProvider') } }),
  CustomProvider: closedObject(
    {
      id: uuid,
      identifier: text,
      provider_type: { enum: ['oauth2', 'oidc'] },
      name: text,
      client_id: text,
      ...Object.fromEntries(
        ['acceptable_client_ids', 'scopes', 'custom_claims_allowlist'].map((name) => [name, texts]),
      ),
      ...Object.fromEntries(['pkce_enabled', 'enabled', 'email_optional'].map((name) => [name, booleanSchema])),
      attribute_mapping: freeObject,
      authorization_params: freeObject,
      ...timeMembers('created_at', 'updated_at'),
    },
    {
      ...Object.fromEntries(['issuer', 'discovery_url', 'jwks_uri'].map((name) => [name, text])),
      ...Object.fromEntries(['authorization_url', 'token_url', 'userinfo_url'].map((name) => [name, text])),
      skip_nonce_check: booleanSchema,
      discovery_document: freeObject,
    },
  ),
  SsoUrl: closedObject({ url: { type: 'string', format: 'uri' } }),
  SsoDomain: closedObject(
    {
      domain: text,
      enforced: { ...booleanSchema, description: 'Users of the domain sign in with the provider only.' },
      verification: { ...closedObject({ name: text, value: text }), description: 'The TXT record that verifies it.' },
    },
    { ...timeMembers('verified_at'), verified_by: { enum: ['dns', 'administrator'] } },
  ),
  ScimToken: closedObject(
    { id: uuid, name: text, token: text, created_at: time },
    timeMembers('expires_at', 'last_used_at'),
  ),
  ScimTokens: closedObject({
    tokens: {
      type: 'array',
      items: closedObject({ id: uuid, name: text, created_at: time }, timeMembers('expires_at', 'last_used_at')),
    },
  }),
  ScimAnswer: {
    type: 'object',
    required: ['schemas'],
    properties: { schemas: { type: 'array', items: text } },
    description: 'A resource, a list or a document of RFC 7643 and 7644.',
  },
  ScimError: closedObject({ schemas: { type: 'array', items: text }, status: text, detail: text }, { scimType: text }),
  SsoProviders: closedObject({ items: { type: 'array', items: ref('SsoProvider') } }, { pagination }),
  SsoProvider: closedObject(
    {
      id: uuid,
      disabled: { type: ['boolean', 'null'], description: 'Null until an administrator sets it.' },
      just_in_time: booleanSchema,
      require_signed: { enum: ['either', 'assertion'] },
      force_authn: booleanSchema,
      sign_requests: booleanSchema,
      saml: closedObject(
        {
          entity_id: text,
          attribute_mapping: freeObject,
          metadata: closedObject(
            {
              sso_url: { type: 'string', format: 'uri' },
              fetched_at: time,
              certificates: { type: 'array', items: closedObject({ sha256: text, not_after: time }) },
            },
            timeMembers('valid_until', 'failed_at'),
          ),
        },
        { metadata_xml: text, metadata_url: { type: 'string', format: 'uri' }, name_id_format: text },
      ),
      domains: { type: 'array', items: ref('SsoDomain') },
      ...timeMembers('created_at', 'updated_at'),
    },
    {
      resource_id: text,
      name: text,
      idp_initiated: booleanSchema,
      email_domains: { enum: ['own', 'any'] },
      requested_authn_context: { type: 'array', items: text },
      scoping: { type: 'array', items: text },
      allowed_algorithms: { type: 'array', items: text },
    },
  ),
  Message: closedObject(
    {},
    { message_id: { type: 'string', description: 'Id of the SMS, or of the message that was sent again.' } },
  ),
  Users: closedObject(
    { users: { type: 'array', items: { anyOf: [ref('User'), ref('ListedUser')] } }, aud: text },
    { pagination },
  ),
  GeneratedLink: closedObject(
    {
      ...userRequired,
      action_link: { type: 'string', format: 'uri' },
      email_otp: text,
      hashed_token: text,
      verification_type: text,
      redirect_to: text,
    },
    userOptional,
  ),
  Sessions: closedObject({ sessions: { type: 'array', items: ref('LiveSession') } }),
  UserSessions: closedObject({ sessions: { type: 'array', items: ref('AnySession') }, pagination }),
  LiveSession: closedObject(
    {
      ...sessionMembers,
      current: { type: 'boolean', description: 'True for the session of the access token.' },
    },
    sessionOfClient,
  ),
  AnySession: closedObject(
    {
      ...sessionMembers,
      refreshed_at: nullableSchema(time),
      revoked_at: nullableSchema(time),
      revoked_reason: {
        type: ['string', 'null'],
        enum: ['reuse', 'logout', 'password', 'admin', 'deleted', 'factor', 'client', 'grant', 'expired', null],
      },
    },
    sessionOfClient,
  ),
  Factors: { type: 'array', items: ref('Factor') },
  Factor: closedObject(
    {
      id: uuid,
      factor_type: factorType,
      status: { type: 'string', enum: ['verified', 'unverified'] },
      created_at: time,
      updated_at: time,
    },
    { friendly_name: text, phone: text, last_challenged_at: time, web_authn_aaguid: uuid },
  ),
  EnrolledFactor: closedObject(
    { id: uuid, type: factorType },
    {
      friendly_name: text,
      phone: text,
      totp: closedObject({
        qr_code: { type: 'string', description: 'An SVG document.' },
        secret: { type: 'string', pattern: '^[A-Z2-7]{32}$' },
        uri: { type: 'string', description: 'Content of the QR code.' },
      }),
    },
  ),
  Challenge: closedObject(
    { id: uuid, type: factorType, expires_at: { type: 'integer', description: 'Unix time.' } },
    {
      webauthn: {
        oneOf: [
          factorChallengeSchema('create', FACTOR_CREATION_SCHEMA),
          factorChallengeSchema('request', FACTOR_REQUEST),
        ],
      },
    },
  ),
  FactorId: closedObject({ id: uuid }),
  RecoveryCodes: closedObject({
    id: uuid,
    type: { const: 'recovery_code' },
    friendly_name: text,
    total: { type: 'integer' },
    codes: { type: 'array', items: text, description: 'Shown only once.' },
  }),
  RecoveryStatus: closedObject({
    id: uuid,
    type: { const: 'recovery_code' },
    total: { type: 'integer' },
    remaining: { type: 'integer' },
  }),
  ...EXPORT_SCHEMAS,
  ...CONSOLE_SCHEMAS,
  AuditEntries: {
    oneOf: [{ type: 'array', items: ref('AuditEntry') }, ref('AuditPage')],
    description: 'An object if the list is paged by key.',
  },
  AuditEntry: closedObject({
    id: uuid,
    created_at: time,
    ip_address: text,
    payload: closedObject(
      { actor_id: uuid, actor_via_sso: booleanSchema, actor_username: text, action: text, log_type: text },
      { actor_name: text, traits: freeObject },
    ),
  }),
  Settings: closedObject({
    external: closedObject(Object.fromEntries(LISTED_PROVIDERS.map((name) => [name, booleanSchema]))),
    disable_signup: booleanSchema,
    autoconfirm: booleanSchema,
    mailer_autoconfirm: booleanSchema,
    phone_autoconfirm: booleanSchema,
    sms_provider: text,
    saml_enabled: booleanSchema,
    saml_private_key_next_configured: booleanSchema,
    passkeys_enabled: booleanSchema,
  }),
  Health: closedObject({ version: text, name: text, description: text }),
  PasskeyCreation: passkeyChallengeSchema(PASSKEY_CREATION_SCHEMA),
  PasskeyRequest: passkeyChallengeSchema(SIGN_IN_REQUEST),
  Passkey: closedObject({ id: uuid, friendly_name: text, created_at: time }, { last_used_at: time }),
  Passkeys: { type: 'array', items: ref('Passkey') },
  Ready: closedObject({ ready: booleanSchema }),
  KeySet: closedObject({ keys: { type: 'array', items: ref('PublicKey') } }),
  ProviderToken: closedObject({
    provider: text,
    provider_token: text,
    expires_at: { oneOf: [{ type: 'null' }, { type: 'integer' }] },
  }),
  Discovery: {
    anyOf: [
      closedObject({
        issuer: text,
        jwks_uri: text,
        id_token_signing_alg_values_supported: { type: 'array', items: text },
      }),
      ref('ServerMetadata'),
    ],
  },
  PublicKey: {
    type: 'object',
    description: 'A JSON Web Key without its private members.',
    required: ['kty', 'kid', 'alg'],
    properties: { kty: text, kid: text, alg: text, d: false, k: false },
  },
  OpenApi: {
    type: 'object',
    required: ['openapi', 'info', 'paths'],
    properties: { openapi: text, info: freeObject, paths: freeObject },
  },
  ErrorCode: errorCode,
  ApplicationError: {
    description: 'A trigger of the application on the users table refused, possibly with its own status and code.',
    oneOf: [
      closedObject({ code: { type: 'integer' }, error_code: text, msg: text }, { error_id: text }),
      closedObject({ code: text, message: text }),
    ],
  },
  /** Errors in the format of OAuth (RFC 6749). */
  OAuthError: closedObject({ error: { type: 'string', enum: OAUTH_ERROR_CODES }, error_description: text }),
  Error: { oneOf: [ref('DefaultError'), ref('Error2024')] },
  DefaultError: closedObject(
    { code: { type: 'integer', description: 'The HTTP status.' }, error_code: ref('ErrorCode'), msg: text },
    {
      error_id: { type: 'string', description: 'The id of the request, from status 500 on.' },
      weak_password: weakPassword,
      provider_id: { ...uuid, description: 'With `sso_required`: the provider to sign in with.' },
    },
    { description: 'Without `X-Supabase-Api-Version`, or with a date before 2024-01-01.' },
  ),
  Error2024: closedObject(
    { code: ref('ErrorCode'), message: text },
    { weak_password: weakPassword, provider_id: uuid },
    { description: 'With `X-Supabase-Api-Version: 2024-01-01` or later.' },
  ),
};
