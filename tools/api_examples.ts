// Examples for docs/api.md: a value for each body member and path parameter, and the list of the members that are
// shown.

/** Values by member name. Other members get the simplest value of their type. */
export const VALUES: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  new_email: 'lovelace@example.com',
  phone: '+4915112345678',
  password: 'correct horse battery',
  data: { name: 'Ada' },
  user_metadata: { name: 'Ada' },
  app_metadata: { role: 'editor' },
  type: 'signup',
  token: '123456',
  nonce: '123456',
  code: '123456',
  auth_code: '5f1c9c5e-4e7b-4c0e-9a57-0f4f0c3b8a11',
  code_verifier: 'a-random-text-of-43-to-128-characters-that-only-the-client-knows',
  factor_type: 'totp',
  friendly_name: 'My phone',
  provider: 'google',
  id_token: 'eyJhbGciOi…',
  provider_type: 'oauth2',
  identifier: 'custom:intranet',
  name: 'Intranet',
  client_id: 'postern',
  client_secret: 'a-secret-of-the-provider',
  authorization_url: 'https://login.example.com/authorize',
  token_url: 'https://login.example.com/token',
  userinfo_url: 'https://login.example.com/userinfo',
  ban_duration: '24h',
  email_confirm: true,
  should_soft_delete: true,
  scope: 'others',
};

/** Members and query parameters shown in addition to the required ones. */
export const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'POST /signup': ['email', 'password', 'data'],
  'POST /otp': ['email'],
  'PUT /user': ['data'],
  'POST /token?grant_type=password': ['email', 'password'],
  'POST /token?grant_type=id_token': ['provider'],
  'POST /verify': ['email', 'token'],
  'POST /factors': ['friendly_name'],
  'POST /factors/{factor_id}/verify': ['challenge_id', 'code'],
  'POST /factors/recovery-codes/verify': ['code'],
  'PUT /admin/users/{user_id}': ['ban_duration', 'app_metadata'],
  'POST /admin/users': ['email', 'password', 'email_confirm'],
  'POST /admin/users/{user_id}': ['email', 'email_confirm'],
  'PUT /admin/users/{user_id}/factors/{factor_id}': ['friendly_name'],
  'DELETE /admin/users/{user_id}': ['should_soft_delete'],
  'POST /admin/custom-providers': ['authorization_url', 'token_url', 'userinfo_url'],
  'PUT /admin/custom-providers/{identifier}': ['name'],
  'POST /logout': ['scope'],
};

/** Values that differ from VALUES for one operation. */
export const SPECIAL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /resend': { email: 'ada@example.com' },
  'POST /admin/users': { email: 'grace@example.com' },
  'POST /invite': { email: 'katherine@example.com' },
  'POST /admin/users/{user_id}': { email: 'joan@example.com' },
  'POST /admin/generate_link': { type: 'magiclink' },
  'POST /token?grant_type=refresh_token': { refresh_token: '$REFRESH_TOKEN' },
  'GET /verify': { token: 'the-hash-of-a-mail' },
};
