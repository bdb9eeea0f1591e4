// What a reader is told of each operation: its group and one sentence. A test asks for one per method and path.

export type Tag = 'account' | 'session' | 'admin' | 'service' | 'off';

export const TAGS: Readonly<Record<Tag, string>> = {
  account: 'Signing up, asking for messages, redeeming links and codes, reading and changing oneself.',
  session: 'Opening, refreshing and ending sessions.',
  admin: 'Administration, with an administrator’s token.',
  service: 'The service itself.',
  off: 'Features that this release answers as switched off.',
};

export const OPERATIONS: Readonly<Record<string, readonly [Tag, string]>> = {
  'GET /health': ['service', 'Say that the server answers'],
  'GET /ready': ['service', 'Say whether this instance should be sent requests'],
  'GET /settings': ['service', 'Show what a client may know of the configuration'],
  'GET /.well-known/jwks.json': ['service', 'Show the public keys of access tokens'],
  'GET /openapi.json': ['service', 'Show this document'],
  'POST /signup': ['account', 'Sign up by e-mail, by phone or anonymously'],
  'POST /otp': ['account', 'Ask for a link or code to sign in'],
  'POST /magiclink': ['account', 'Ask for a link to sign in by e-mail'],
  'POST /recover': ['account', 'Ask for a link to recover an account'],
  'POST /resend': ['account', 'Ask for a confirmation once more'],
  'POST /verify': ['account', 'Redeem a code or link'],
  'GET /verify': ['account', 'Follow a link of a mail'],
  'GET /user': ['account', 'Show oneself'],
  'PUT /user': ['account', 'Change oneself'],
  'GET /reauthenticate': ['account', 'Ask for a code to change the password with'],
  'POST /token': ['session', 'Sign in with a password or an authorization code, or refresh a session'],
  'POST /logout': ['session', 'End sessions'],
  'POST /invite': ['admin', 'Invite somebody by mail'],
  'GET /admin/users': ['admin', 'List users'],
  'POST /admin/users': ['admin', 'Create a user'],
  'POST /admin/users/{user_id}': ['admin', 'Create a user with a given id'],
  'GET /admin/users/{user_id}': ['admin', 'Show a user'],
  'GET /admin/users/{user_id}/factors': ['admin', "List a user's second factors, of which there are none"],
  'PUT /admin/users/{user_id}': ['admin', 'Change a user'],
  'DELETE /admin/users/{user_id}': ['admin', 'Delete a user'],
  'GET /admin/audit': ['admin', 'List audit entries'],
  'POST /admin/generate_link': ['admin', 'Make a link and a code without sending them'],
};
