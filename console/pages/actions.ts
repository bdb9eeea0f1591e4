// Actions of administrators. Each says beforehand what it does, how to undo it, and by which call and function.
import { instant, shown } from './words.ts';

export interface Choice {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

export interface Action {
  title: string;
  verb: string;
  danger?: boolean;
  /** Facts that are true afterwards. */
  effects: readonly string[];
  undo: string;
  /** SQL function. */
  fn: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Readonly<Record<string, unknown>>;
  /** Text that has to be typed first. */
  type?: string;
  choice?: Choice;
}

export interface User {
  id: string;
  email: string;
  phone: string;
  role: string;
  created_at: string;
  updated_at: string;
  last_sign_in_at?: string;
  email_confirmed_at?: string;
  phone_confirmed_at?: string;
  banned_until?: string;
  deleted_at?: string;
  is_anonymous?: boolean;
  new_email?: string;
  user_metadata: Readonly<Record<string, unknown>>;
  app_metadata: Readonly<Record<string, unknown>>;
  identities?: readonly Identity[];
}

export interface Identity {
  id: string;
  identity_id: string;
  provider: string;
  email?: string;
  created_at: string;
  last_sign_in_at?: string;
}

/** Name for headings: what the user has written, else the address. */
export const nameOf = (user: User): string =>
  shown(
    String(user.user_metadata?.full_name || user.user_metadata?.name || user.email || user.phone || 'Anonymous user'),
  );

export const addressOf = (user: User): string => user.email || (user.phone ? `+${user.phone}` : user.id);

export const isBanned = (user: User): boolean => new Date(user.banned_until ?? 0).getTime() > Date.now();

const BANS = [
  ['24h', '24 hours'],
  ['168h', '7 days'],
  ['720h', '30 days'],
  ['876000h', 'Until I end it'],
] as const;

/** `long` allows bans of more than 24 hours. */
export function banOf(user: User, long: boolean): Action {
  const who = shown(addressOf(user));
  return {
    title: `Ban ${who}`,
    verb: 'Ban',
    danger: true,
    fn: 'auth_api.change_user',
    method: 'PUT',
    path: `/admin/users/${user.id}`,
    body: { ban_duration: '24h' },
    choice: { name: 'ban_duration', label: 'For how long', options: long ? BANS : BANS.slice(0, 1) },
    effects: [
      'Every sign-in and token refresh is refused with user_banned from now on.',
      'Postern refuses the access tokens that are out. Your data API accepts them until they expire, unless its policies call auth.session_is_live().',
      'Pending changes of the address are cancelled.',
      'Webhooks receive user.banned.',
    ],
    undo: 'End the ban at any time.',
  };
}

export const endOfBan = (user: User): Action => ({
  title: `End the ban of ${shown(addressOf(user))}`,
  verb: 'End the ban',
  fn: 'auth_api.change_user',
  method: 'PUT',
  path: `/admin/users/${user.id}`,
  body: { ban_duration: 'none' },
  effects: [
    `The ban ends now instead of ${user.banned_until ? instant(user.banned_until) : 'later'}.`,
    'Sessions that have not ended work again, without a new sign-in.',
    'Webhooks receive user.unbanned.',
  ],
  undo: 'Ban the user again.',
});

export const signOutOf = (user: User): Action => ({
  title: `Sign ${shown(addressOf(user))} out everywhere`,
  verb: 'Sign out everywhere',
  danger: true,
  fn: 'auth_api.end_sessions',
  method: 'DELETE',
  path: `/admin/users/${user.id}/sessions`,
  effects: [
    'Every session ends. No refresh token works from now on.',
    'Access tokens that are out stay valid at your data API until they expire.',
    'The password and the second factors stay as they are.',
  ],
  undo: 'None. The user signs in again.',
});

export const endOfSession = (user_id: string, session: { id: string }, what: string): Action => ({
  title: `End the session on ${what}`,
  verb: 'End the session',
  danger: true,
  fn: 'auth_api.end_sessions',
  method: 'DELETE',
  path: `/admin/users/${user_id}/sessions/${session.id}`,
  effects: [
    'This session ends. Its refresh token works no more.',
    'Its access token stays valid at your data API until it expires.',
    'Other sessions of the user stay open.',
  ],
  undo: 'None. The user signs in again.',
});

export const recoveryOf = (user: User): Action => ({
  title: `Send ${shown(addressOf(user))} a recovery mail`,
  verb: 'Send the mail',
  fn: 'auth_api.request_recovery',
  method: 'POST',
  path: '/recover',
  body: { email: user.email },
  effects: [
    'One mail with a link and a code is queued.',
    'The link opens a session that may set a new password. It works once.',
    'The limits of mails per address apply, so a second mail within a minute is refused.',
  ],
  undo: 'None. The link expires by itself.',
});

export const confirmationMailOf = (user: User): Action => ({
  title: `Send ${shown(addressOf(user))} the confirmation again`,
  verb: 'Send the mail',
  fn: 'auth_api.resend',
  method: 'POST',
  path: '/resend',
  body: { type: 'signup', email: user.email },
  effects: ['One mail with a new link and a new code is queued.', 'The limits of mails per address apply.'],
  undo: 'None. The link expires by itself.',
});

export const confirmationOf = (user: User): Action => ({
  title: `Confirm ${shown(addressOf(user))}`,
  verb: 'Confirm',
  fn: 'auth_api.change_user',
  method: 'PUT',
  path: `/admin/users/${user.id}`,
  body: user.email ? { email_confirm: true } : { phone_confirm: true },
  effects: [
    'The address counts as confirmed, without a mail.',
    "The password that was chosen at sign-up becomes the account's password.",
  ],
  undo: 'None.',
});

export const deletionOf = (user: User): Action => ({
  title: `Delete ${shown(addressOf(user))}`,
  verb: 'Delete the user',
  danger: true,
  fn: 'auth_api.delete_user',
  method: 'DELETE',
  path: `/admin/users/${user.id}`,
  type: addressOf(user),
  effects: [
    'The row of auth.users and all rows that refer to it are deleted: addresses, identities, sessions, factors, messages.',
    'Rows of your tables are deleted too where their foreign key says on delete cascade.',
    'The audit log keeps its entries.',
    'Webhooks receive user.deleted.',
  ],
  undo: 'None. Only a restore of the database brings the user back.',
});

export const removalOfFactor = (user_id: string, factor: { id: string }, what: string): Action => ({
  title: `Remove ${what}`,
  verb: 'Remove',
  danger: true,
  fn: 'auth_api.delete_factor',
  method: 'DELETE',
  path: `/admin/users/${user_id}/factors/${factor.id}`,
  effects: [
    'The factor can no longer be used.',
    'Without another factor, sessions of the user reach aal1 only.',
    'Webhooks receive factor.unenrolled.',
  ],
  undo: 'None. The user enrolls it again.',
});

export const removalOfPasskey = (user_id: string, passkey: { id: string }, what: string): Action => ({
  title: `Remove ${what}`,
  verb: 'Remove',
  danger: true,
  fn: 'auth_api.delete_user_passkey',
  method: 'DELETE',
  path: `/admin/users/${user_id}/passkeys/${passkey.id}`,
  effects: ['Nobody can sign in with this passkey any more.', 'Sessions that it opened stay open.'],
  undo: 'None. The user registers it again.',
});

export const invitationOf = (email: string): Action => ({
  title: `Invite ${shown(email)}`,
  verb: 'Send the invitation',
  fn: 'auth_api.invite_user',
  method: 'POST',
  path: '/invite',
  body: { email },
  effects: [
    'An unconfirmed user with this address is created.',
    'One mail with a link is queued. The link signs in once.',
  ],
  undo: 'Delete the user.',
});

/** `counted`: the sessions that the choice has now. */
export function endOfEverySession(
  choice: { opened_before?: string; role?: string },
  counted: { users: number; sessions: number },
): Action {
  return {
    title: `End ${counted.sessions} sessions of ${counted.users} users`,
    verb: 'End them',
    danger: true,
    fn: 'auth_api.end_every_session',
    method: 'POST',
    path: '/admin/sessions/revoke',
    body: choice,
    type: String(counted.sessions),
    effects: [
      'Every one of these sessions ends. Their refresh tokens work no more.',
      'Access tokens that are out stay valid at your data API until they expire.',
      'Your own session ends too, if it is among them.',
    ],
    undo: 'None. The users sign in again.',
  };
}

export const retryOfMessage = (message: { id: string; to: string; kind: string }): Action => ({
  title: `Retry the message to ${shown(message.to)}`,
  verb: 'Retry',
  fn: 'auth_api.retry_message',
  method: 'POST',
  path: `/admin/messages/${message.id}/retry`,
  body: {},
  effects: ['The message is queued again, with its link and code.', 'A message whose link has expired is refused.'],
  undo: 'Drop the message before it is sent.',
});

export const dropOfMessage = (message: { id: string; to: string }): Action => ({
  title: `Drop the message to ${shown(message.to)}`,
  verb: 'Drop',
  danger: true,
  fn: 'auth_api.drop_message',
  method: 'POST',
  path: `/admin/messages/${message.id}/drop`,
  body: {},
  effects: ['The message is not sent.', 'Its link and code stay as they are. The user may ask for another message.'],
  undo: 'None.',
});

export const suppressionEnd = (address: string): Action => ({
  title: `Allow messages to ${shown(address)}`,
  verb: 'Allow',
  fn: 'auth_api.unsuppress_address',
  method: 'POST',
  path: '/admin/suppressions/remove',
  body: { address },
  effects: ['Mails to this address are queued again from now on.', 'Mails that were skipped are not sent later.'],
  undo: 'Suppress the address again.',
});

export const retryOfEvent = (event: { id: string; kind: string }): Action => ({
  title: `Retry ${event.kind}`,
  verb: 'Retry',
  fn: 'auth_api.retry_webhook_event',
  method: 'POST',
  path: `/admin/webhook-events/${event.id}/retry`,
  body: {},
  effects: ['The event is delivered again, before later events of the same user.'],
  undo: 'Drop the event.',
});

export const dropOfEvent = (event: { id: string; kind: string }): Action => ({
  title: `Drop ${event.kind}`,
  verb: 'Drop',
  danger: true,
  fn: 'auth_api.drop_webhook_event',
  method: 'POST',
  path: `/admin/webhook-events/${event.id}/drop`,
  body: {},
  effects: ['The event is never delivered.', 'Later events of the same user have their turn.'],
  undo: 'None.',
});

export const deletionOfWebhook = (webhook: { id: string; url: string }): Action => ({
  title: `Delete the webhook of ${shown(new URL(webhook.url).host)}`,
  verb: 'Delete the webhook',
  danger: true,
  fn: 'auth_api.delete_webhook',
  method: 'DELETE',
  path: `/admin/webhooks/${webhook.id}`,
  type: new URL(webhook.url).host,
  effects: ['The server is notified of nothing any more.', 'Events that wait for it are deleted.'],
  undo: 'None. Add it again, with a new signing secret.',
});

export const deletionOfProvider = (provider: { identifier: string; name: string }): Action => ({
  title: `Delete the provider ${shown(provider.name)}`,
  verb: 'Delete the provider',
  danger: true,
  fn: 'auth_api.delete_custom_provider',
  method: 'DELETE',
  path: `/admin/custom-providers/${encodeURIComponent(provider.identifier)}`,
  type: provider.identifier,
  effects: ['Nobody can sign in with this provider any more.', 'Identities of users stay. Their sessions stay open.'],
  undo: 'None. Add it again, with its client secret.',
});

export const newWebhook = (url: string, kinds: readonly string[]): Action => ({
  title: `Add the webhook ${shown(url)}`,
  verb: 'Add the webhook',
  fn: 'auth_api.create_webhook',
  method: 'POST',
  path: '/admin/webhooks',
  body: { url, kinds },
  effects: [
    'Events of these kinds are sent to the URL from now on. They contain data of users.',
    'The signing secret is shown once, after this.',
  ],
  undo: 'Delete the webhook.',
});

export const rotationOfWebhook = (webhook: { id: string; url: string; secrets: number }): Action =>
  webhook.secrets > 1
    ? {
        title: `Finish the rotation of ${shown(new URL(webhook.url).host)}`,
        verb: 'Sign with the new secret alone',
        fn: 'auth_api.change_webhook',
        method: 'POST',
        path: `/admin/webhooks/${webhook.id}/rotate`,
        body: { finish: true },
        effects: [
          'Events are signed with the newest secret alone.',
          'A server that knows only the old one rejects them.',
        ],
        undo: 'None. Rotate once more.',
      }
    : {
        title: `Rotate the secret of ${shown(new URL(webhook.url).host)}`,
        verb: 'Make a new secret',
        fn: 'auth_api.change_webhook',
        method: 'POST',
        path: `/admin/webhooks/${webhook.id}/rotate`,
        body: {},
        effects: [
          'Events are signed with both secrets until you finish the rotation.',
          'The new secret is shown once, after this.',
        ],
        undo: 'Finish the rotation later; both secrets work until then.',
      };
