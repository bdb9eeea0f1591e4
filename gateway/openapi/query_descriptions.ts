// Descriptions of query parameters in the OpenAPI document.

const BY_NAME: Readonly<Record<string, string>> = {
  action: 'Only entries with this action.',
  actor_id: 'Only entries of this actor.',
  address: 'Only entries of this e-mail address or phone number.',
  allow_leaked: '`true` accepts a password from the list of leaked passwords.',
  app_metadata: 'Only users whose app_metadata contains this JSON object.',
  attributes: 'Comma-separated attributes to return (RFC 7644, 3.4.2.5).',
  client_id: 'Id of the OAuth client.',
  code: 'Only responses with this error code.',
  code_challenge: 'PKCE challenge. The redirect then carries a code instead of the session.',
  code_challenge_method: 'PKCE method: `plain` or `s256`.',
  count: 'Maximum number of resources on the page.',
  cursor: 'Start of the page: `next` of the previous page.',
  domain: 'Only the provider of this domain.',
  download: '`true` makes the browser save the metadata as a file.',
  email: 'Only the user with this e-mail address.',
  end_sessions: '`false` keeps the sessions of the provider’s users.',
  error: 'Only messages whose last error has exactly this text.',
  excludedAttributes: 'Comma-separated attributes to omit (RFC 7644, 3.4.2.5).',
  fields: 'Comma-separated members of the users to return. Default: all.',
  filter: 'Part of the e-mail address or of user_metadata.full_name, with the wildcards `%` and `_`.',
  grant_type: 'Grant type of the request.',
  invite_token: 'Token of an invitation. The sign-in accepts it.',
  ip: 'Only entries of this IP address or network (CIDR).',
  kind: 'Source of the entries: `audit`, `message`, `refusal` or `webhook`. Default: all.',
  limit: 'Maximum number of entries on the page.',
  page: 'Number of the page, starting at 1.',
  per_page: 'Number of entries on a numbered page.',
  phone: 'Only the user with this phone number.',
  provider: 'Name of the provider.',
  q: 'A request id, user id, message id, error code, e-mail address or phone number. Its format selects its meaning.',
  query: '`author:`, `action:` or `type:`, followed by a search term.',
  refuses: 'Only functions that return the error with this name.',
  request_id: 'Only entries with this request id.',
  resource_id: 'Only the provider with this resource id.',
  resource_id_prefix: 'Only providers whose resource id starts with this text.',
  route: 'Only responses of this route.',
  scope: 'Sessions to revoke: `global` (all of the user, the default), `local` (the current one) or `others`.',
  scopes: 'Scopes to request from the provider, in addition to its default scopes.',
  search: 'Part of an e-mail address or phone number, an id, or a value in the metadata.',
  since: 'Earliest time of the entries.',
  skip_http_redirect: '`true` returns the URL as JSON instead of redirecting.',
  sort: '`created_at asc` or `created_at desc` (the default).',
  startIndex: 'Number of the first resource on the page, starting at 1.',
  state: 'Only entries in this state.',
  step: 'Length of the steps of the report: `hour` (the default) or `day`.',
  token: 'Token of the mailed link.',
  type: 'Type of the link: `signup`, `invite`, `recovery`, `magiclink`, `email_change` or `email`.',
  until: 'Time at which the entries end.',
  user_id: 'Only entries of this user.',
  user_metadata: 'Only users whose user_metadata contains this JSON object.',
  webhook_id: 'Only events of this webhook.',
};

/** Descriptions of parameters whose meaning differs from BY_NAME in one operation. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /admin/custom-providers': { type: 'Only providers of this type: `oauth2` or `oidc`.' },
  'GET /admin/rules': { search: 'Part of the name, comment or error name of a function, case-insensitively.' },
  'GET /admin/users': { provider: 'Only users with an identity of this provider.' },
  'GET /admin/why': {
    address: 'Explains whether a sign-in with this address would succeed.',
    code: 'Explains this error code.',
    request_id: 'Explains the request with this id.',
  },
  'GET /scim/v2/{resource}': { filter: 'Filter of the resources (RFC 7644, 3.4.2.2).' },
};

/** Returns the description of a query parameter. Throws if the tables above have none. */
export function describeQueryParameter({ method, path }: { method: string; path: string }, name: string): string {
  const description = BY_OPERATION[`${method} ${path}`]?.[name] ?? BY_NAME[name];
  if (description === undefined) throw new Error(`the query parameter ${name} of ${method} ${path} has no description`);
  return description;
}
