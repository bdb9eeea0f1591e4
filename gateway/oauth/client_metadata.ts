// Metadata of OAuth clients (RFC 7591) that a registration, an administrator or a metadata document can set.

export const CLIENT_METADATA_SHAPE = {
  redirect_uris: 'strings',
  grant_types: 'strings',
  response_types: 'strings',
  client_name: 'string',
  client_uri: 'string',
  logo_uri: 'string',
  tos_uri: 'string',
  policy_uri: 'string',
  post_logout_redirect_uris: 'strings',
  backchannel_logout_uri: 'string',
  backchannel_logout_session_required: 'boolean',
  scope: 'string',
  client_type: 'string',
  token_endpoint_auth_method: 'string',
  jwks: 'object',
  jwks_uri: 'string',
  require_pushed_authorization_requests: 'boolean',
  application_type: 'string',
} as const;
