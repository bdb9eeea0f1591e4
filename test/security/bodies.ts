// A body for each route that reads one.
import type { Route } from '../../gateway/routes/row.ts';
import { ethereumWallet } from '../support/clients/wallet.ts';
import { newEmail } from '../support/processes/stack.ts';

export const keyOf = (route: Route): string => route.path + (route.grant_type ? `?grant_type=${route.grant_type}` : '');

const NIL = '00000000-0000-4000-8000-000000000000';
const CUSTOM = {
  provider_type: 'oauth2',
  identifier: 'custom:hostile',
  name: 'x',
  client_id: 'x',
  client_secret: 'x',
  authorization_url: 'https://id.example.com/authorize',
  token_url: 'https://id.example.com/token',
  userinfo_url: 'https://id.example.com/user',
};

const CLIENT = { client_name: 'x', redirect_uris: ['http://127.0.0.1/callback'] };

const WALLET = ethereumWallet();
const MESSAGE = WALLET.write();

/**
 * Bodies of the right shape, by keyOf(). Most pass further checks of their route. `token` returns the access token of
 * another account.
 */
export const requestBodies = (token: () => unknown): Record<string, () => object> => ({
  '/signup': () => ({ email: newEmail(), password: 'correct horse battery' }),
  '/token?grant_type=password': () => ({ email: newEmail(), password: 'x' }),
  '/token?grant_type=refresh_token': () => ({}),
  '/token?grant_type=pkce': () => ({ auth_code: 'x', code_verifier: 'x' }),
  '/token?grant_type=web3': () => ({ chain: 'ethereum', message: MESSAGE, signature: WALLET.sign(MESSAGE) }),
  '/token?grant_type=id_token': () => ({ provider: 'google', id_token: 'a.b.c' }),
  '/verify': () => ({ type: 'email', email: newEmail(), token: '123456' }),
  '/otp': () => ({ email: newEmail() }),
  '/magiclink': () => ({ email: newEmail() }),
  '/recover': () => ({ email: newEmail() }),
  '/resend': () => ({ type: 'signup', email: newEmail() }),
  '/user': () => ({}),
  '/factors': () => ({ factor_type: 'totp' }),
  '/factors/{factor_id}': () => ({}),
  '/factors/{factor_id}/challenge': () => ({ channel: 'sms' }),
  '/factors/{factor_id}/verify': () => ({ challenge_id: NIL, code: '123456' }),
  '/factors/recovery-codes': () => ({}),
  '/factors/recovery-codes/verify': () => ({ code: 'x' }),
  '/admin/users/{user_id}/factors/{factor_id}': () => ({ friendly_name: 'x' }),
  '/passkeys/registration/verify': () => ({ challenge_id: NIL, credential: {} }),
  '/passkeys/authentication/options': () => ({}),
  '/passkeys/authentication/verify': () => ({ challenge_id: NIL, credential: {} }),
  '/passkeys/{passkey_id}': () => ({ friendly_name: 'x' }),
  '/admin/custom-providers': () => CUSTOM,
  '/admin/custom-providers/{identifier}': () => CUSTOM,
  '/sso': () => ({ domain: 'x.example' }),
  '/admin/sso/providers': () => ({ type: 'saml', metadata_xml: '<a/>' }),
  '/admin/sso/providers/{provider_id}': () => ({ name: 'x' }),
  '/admin/sso/providers/{provider_id}/domains/{domain}': () => ({ enforced: false }),
  '/admin/sso/providers/{provider_id}/test': () => ({ request_id: 'x' }),
  '/admin/sso/providers/{provider_id}/scim-tokens': () => ({ name: 'x' }),
  '/oauth/authorizations/{authorization_id}/consent': () => ({ action: 'approve', scopes: ['email'] }),
  '/oauth/authorizations/{authorization_id}/decline': () => ({ reason: 'login_required' }),
  '/oauth/device': () => ({ user_code: 'BCDF-GHJK' }),
  '/oauth/clients/register': () => CLIENT,
  '/admin/oauth/clients': () => CLIENT,
  '/admin/oauth/clients/{client_id}': () => CLIENT,
  '/admin/users': () => ({ email: newEmail() }),
  '/admin/users/{user_id}': () => ({ email: newEmail() }),
  '/invite': () => ({ email: newEmail() }),
  '/admin/generate_link': () => ({ type: 'invite', email: newEmail() }),
  '/user/merge': () => ({ access_token: token() }),
  '/admin/sessions/revoke': () => ({ opened_before: '2020-01-01T00:00:00Z', dry_run: true }),
  '/admin/suppressions': () => ({ address: newEmail(), reason: 'complaint' }),
  '/admin/suppressions/remove': () => ({ address: newEmail() }),
  '/admin/templates/{kind}/{locale}': () => ({ subject: 'x', html: 'x', text: 'x' }),
  '/admin/templates/preview': () => ({ kind: 'recovery', locale: 'de', subject: 'x', html: 'x', text: 'x', data: {} }),
  '/admin/templates/check': () => ({ kind: 'recovery', subject: 'x', html: 'x', text: 'x' }),
  '/admin/templates/send-test': () => ({
    kind: 'recovery',
    locale: 'de',
    subject: 'x',
    html: 'x',
    text: 'x',
    data: {},
  }),
  '/admin/webhooks': () => ({ url: 'http://127.0.0.1:9/x', kinds: ['user.created'] }),
  '/admin/webhooks/{webhook_id}': () => ({ url: 'http://127.0.0.1:9/x', kinds: ['user.created'] }),
  '/admin/webhooks/{webhook_id}/rotate': () => ({ finish: true }),
});
