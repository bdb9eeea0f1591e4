// Tokens that must not be accepted as ID tokens although the issuer signed them with the same keys, and valid ID tokens
// that resemble them.

export interface TokenVariant {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}

const typ = (value: unknown): TokenVariant => ({ header: { typ: value } });
const claim = (name: string, value: unknown): TokenVariant => ({ claims: { [name]: value } });
const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

export const OTHER_TOKENS: readonly TokenVariant[] = [
  ...[
    'at+jwt',
    'AT+JWT',
    'application/at+jwt',
    'logout+jwt',
    'secevent+jwt',
    'dpop+jwt',
    'JOSE',
    '',
    ['JWT'],
    null,
    1,
  ].map(typ),
  ...['Bearer', 'bearer', 'Logout', 'Refresh', 'Offline', 'DPoP', '', ['ID'], { ID: true }, null, 0].map((value) =>
    claim('typ', value),
  ),
  ...['access', 'refresh', 'Access', '', ['id'], null].map((value) => claim('token_use', value)),
  ...[LOGOUT, JSON.stringify({ type: 'email-disabled' }), {}, [], '', null, false].map((value) =>
    claim('events', value),
  ),
];

export const ID_TOKENS: readonly TokenVariant[] = [
  ...['JWT', 'jwt', 'application/jwt', undefined].map(typ),
  claim('typ', 'ID'),
  claim('token_use', 'id'),
];
