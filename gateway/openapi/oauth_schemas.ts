// Schemas of the OAuth server's responses.
import {
  booleanSchema,
  closedObject,
  freeObject,
  type Members,
  ref,
  type Schema,
  text,
  texts,
  time,
  uuid,
} from './schema_parts.ts';

const named = (...names: readonly string[]): Members => Object.fromEntries(names.map((name) => [name, text]));
const seconds: Schema = { type: 'integer' };

const clientShown = closedObject({ id: text }, { name: text, uri: text, logo_uri: text });

export const OAUTH_SCHEMAS: Readonly<Record<string, Schema>> = {
  /** Errors of the protocol routes (RFC 6749, 5.2). */
  ProtocolError: closedObject({ error: text, error_description: text }),
  SessionClient: closedObject({ id: text, name: { type: ['string', 'null'] } }),
  OAuthClient: closedObject(
    {
      client_id: text,
      client_type: { type: 'string', enum: ['public', 'confidential'] },
      token_endpoint_auth_method: text,
      redirect_uris: texts,
      grant_types: texts,
      response_types: texts,
      registration_type: { type: 'string', enum: ['manual', 'dynamic', 'document'] },
      client_id_issued_at: seconds,
      created_at: time,
      updated_at: time,
    },
    {
      ...named(
        'client_name',
        'client_uri',
        'logo_uri',
        'tos_uri',
        'policy_uri',
        'scope',
        'jwks_uri',
        'backchannel_logout_uri',
      ),
      resources: texts,
      post_logout_redirect_uris: texts,
      backchannel_logout_session_required: { ...booleanSchema, description: 'Present if it is on.' },
      require_pkce: { ...booleanSchema, description: 'Present if it is off.' },
      skips_consent: { ...booleanSchema, description: 'Present if it is on.' },
      require_pushed_authorization_requests: { ...booleanSchema, description: 'Present if it is on.' },
      jwks: freeObject,
      client_secret: { ...text, description: 'Only when it is new.' },
      client_secret_expires_at: { const: 0 },
    },
  ),
  OAuthClients: closedObject({ clients: { type: 'array', items: ref('OAuthClient') }, aud: text }),
  RedirectUrl: closedObject({}, { redirect_url: text }),
  OAuthDetails: closedObject(
    {
      authorization_id: text,
      client: closedObject(
        {
          id: text,
          confidential: booleanSchema,
          verified: { ...booleanSchema, description: 'An administrator, or the host of its document, vouches for it.' },
        },
        {
          ...named('name', 'uri', 'logo_uri'),
          host: { ...text, description: 'Where the answer goes: a host, `this device`, or the scheme of an app.' },
        },
      ),
      user: closedObject({ id: uuid }, { email: text }),
      scope: text,
      scopes: { type: 'array', items: closedObject({ name: text }, { text }) },
      resources: texts,
      expires_at: time,
      wishes: freeObject,
      sign_in_again: booleanSchema,
    },
    { redirect_uri: text, asker: freeObject },
  ),
  OAuthAuthorization: {
    anyOf: [ref('RedirectUrl'), ref('OAuthDetails')],
  },
  PushedAuthorization: closedObject({ request_uri: text, expires_in: seconds }),
  DeviceAuthorization: closedObject({
    device_code: text,
    user_code: text,
    verification_uri: text,
    verification_uri_complete: text,
    expires_in: seconds,
    interval: seconds,
  }),
  ClientTokens: closedObject(
    { access_token: text, token_type: { const: 'bearer' }, expires_in: seconds, scope: text },
    { refresh_token: text, id_token: text },
  ),
  UserInfo: closedObject(
    { sub: uuid },
    {
      ...named('email', 'phone_number', 'phone', 'name', 'picture', 'preferred_username'),
      email_verified: booleanSchema,
      phone_number_verified: booleanSchema,
      phone_verified: booleanSchema,
      updated_at: seconds,
      user_metadata: freeObject,
    },
  ),
  Inspected: closedObject(
    { active: booleanSchema },
    {
      ...named('scope', 'client_id', 'sub', 'iss', 'jti', 'token_type', 'username'),
      aud: { type: ['string', 'array'] },
      exp: seconds,
      iat: seconds,
    },
  ),
  Grants: {
    type: 'array',
    items: closedObject({ client: clientShown, scopes: texts, granted_at: time }),
  },
  SignInProviders: closedObject({
    providers: { type: 'array', items: closedObject({ identifier: text, name: text }) },
  }),
  ServerMetadata: {
    type: 'object',
    required: ['issuer', 'authorization_endpoint', 'token_endpoint'],
    properties: named('issuer', 'authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'),
  },
};
