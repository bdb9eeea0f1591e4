// Actions of administrators as data: effects, undo, SQL function and API call.
import { plain, shown } from './words.ts';

export interface Choice {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

export interface Action {
  title: string;
  verb: string;
  danger?: boolean;
  /** Name of the action in the API description, whose effects the dialog shows. */
  operation?: string;
  /** Effects, if the API description has none. */
  effects?: readonly string[];
  undo: string;
  /** Name of the SQL function. */
  fn: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Readonly<Record<string, unknown>>;
  /** Text that must be typed as confirmation. */
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

/** Returns the user's name for headings: the name in the metadata, otherwise the address. */
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

/** Returns the action that bans a user. `long` allows bans of more than 24 hours. */
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
    operation: 'PUT /admin/users/{user_id}#ban',
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
  operation: 'PUT /admin/users/{user_id}#end_of_ban',
  undo: 'Ban the user again.',
});

export const signOutOf = (user: User): Action => ({
  title: `Sign ${shown(addressOf(user))} out everywhere`,
  verb: 'Sign out everywhere',
  danger: true,
  fn: 'auth_api.end_sessions',
  method: 'DELETE',
  path: `/admin/users/${user.id}/sessions`,
  operation: 'DELETE /admin/users/{user_id}/sessions',
  undo: 'None. The user signs in again.',
});

export const endOfSession = (user_id: string, session: { id: string }, what: string): Action => ({
  title: `End the session on ${what}`,
  verb: 'End the session',
  danger: true,
  fn: 'auth_api.end_sessions',
  method: 'DELETE',
  path: `/admin/users/${user_id}/sessions/${session.id}`,
  operation: 'DELETE /admin/users/{user_id}/sessions/{session_id}',
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
  operation: 'PUT /admin/users/{user_id}#confirmation',
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
  operation: 'DELETE /admin/users/{user_id}',
  undo: 'None. Only a restore of the database brings the user back.',
});

export const removalOfFactor = (user_id: string, factor: { id: string }, what: string): Action => ({
  title: `Remove ${what}`,
  verb: 'Remove',
  danger: true,
  fn: 'auth_api.delete_factor',
  method: 'DELETE',
  path: `/admin/users/${user_id}/factors/${factor.id}`,
  operation: 'DELETE /admin/users/{user_id}/factors/{factor_id}',
  undo: 'None. The user enrolls it again.',
});

export const removalOfPasskey = (user_id: string, passkey: { id: string }, what: string): Action => ({
  title: `Remove ${what}`,
  verb: 'Remove',
  danger: true,
  fn: 'auth_api.delete_user_passkey',
  method: 'DELETE',
  path: `/admin/users/${user_id}/passkeys/${passkey.id}`,
  operation: 'DELETE /admin/users/{user_id}/passkeys/{passkey_id}',
  undo: 'None. The user registers it again.',
});

export const invitationOf = (email: string): Action => ({
  title: `Invite ${shown(email)}`,
  verb: 'Send the invitation',
  fn: 'auth_api.invite_user',
  method: 'POST',
  path: '/invite',
  body: { email },
  operation: 'POST /invite',
  undo: 'Delete the user.',
});

/** Returns the action that revokes sessions. `counted` has the numbers that the dialog shows. */
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
    operation: 'POST /admin/sessions/revoke',
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
  operation: 'POST /admin/messages/{message_id}/retry',
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
  operation: 'POST /admin/messages/{message_id}/drop',
  undo: 'None.',
});

export const suppressionEnd = (address: string): Action => ({
  title: `Allow messages to ${shown(address)}`,
  verb: 'Allow',
  fn: 'auth_api.unsuppress_address',
  method: 'POST',
  path: '/admin/suppressions/remove',
  body: { address },
  operation: 'POST /admin/suppressions/remove',
  undo: 'Suppress the address again.',
});

export const retryOfEvent = (event: { id: string; kind: string }): Action => ({
  title: `Retry ${event.kind}`,
  verb: 'Retry',
  fn: 'auth_api.retry_webhook_event',
  method: 'POST',
  path: `/admin/webhook-events/${event.id}/retry`,
  body: {},
  operation: 'POST /admin/webhook-events/{event_id}/retry',
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
  operation: 'POST /admin/webhook-events/{event_id}/drop',
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
  operation: 'DELETE /admin/webhooks/{webhook_id}',
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
  operation: 'DELETE /admin/custom-providers/{identifier}',
  undo: 'None. Add it again, with its client secret.',
});

export const newWebhook = (url: string, kinds: readonly string[]): Action => ({
  title: `Add the webhook ${shown(url)}`,
  verb: 'Add the webhook',
  fn: 'auth_api.create_webhook',
  method: 'POST',
  path: '/admin/webhooks',
  body: { url, kinds },
  operation: 'POST /admin/webhooks',
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
        operation: 'POST /admin/webhooks/{webhook_id}/rotate',
        undo: 'None. Rotate once more.',
      }
    : {
        title: `Rotate the secret of ${shown(new URL(webhook.url).host)}`,
        verb: 'Make a new secret',
        fn: 'auth_api.change_webhook',
        method: 'POST',
        path: `/admin/webhooks/${webhook.id}/rotate`,
        body: {},
        operation: 'POST /admin/webhooks/{webhook_id}/rotate',
        undo: 'Finish the rotation later; both secrets work until then.',
      };

export const testOfProvider = (name: string): Action => ({
  title: `Test the provider ${shown(name)}`,
  verb: 'Test',
  operation: 'POST /admin/providers/{name}/test',
  undo: 'Not needed.',
  fn: 'auth_api.record_test',
  method: 'POST',
  path: `/admin/providers/${encodeURIComponent(name)}/test`,
  body: {},
});

export const testOfHook = (name: string): Action => ({
  title: `Test the hook ${name}`,
  verb: 'Test',
  operation: 'POST /admin/hooks/{name}/test',
  undo: 'None for what a server does with the event.',
  fn: 'auth_api.test_hook',
  method: 'POST',
  path: `/admin/hooks/${name}/test`,
  body: {},
});

export const testOfWebhook = (webhook: { id: string; url: string }): Action => ({
  title: `Send ${shown(new URL(webhook.url).host)} a test event`,
  verb: 'Send',
  operation: 'POST /admin/webhooks/{webhook_id}/test',
  undo: 'None for what a server does with the event.',
  fn: 'auth_api.record_test',
  method: 'POST',
  path: `/admin/webhooks/${webhook.id}/test`,
  body: {},
});

const templatePath = (kind: string, locale: string): string => `/admin/templates/${kind}/${locale || 'default'}`;
const mailsOf = (kind: string, locale: string): string =>
  `${plain(kind)} mails ${locale === '' ? 'in languages without a template of their own' : `in ${locale}`}`;

export const savingOfTemplate = (
  kind: string,
  locale: string,
  parts: { subject: string; html: string; text: string },
): Action => ({
  title: `Save the template of ${mailsOf(kind, locale)}`,
  verb: 'Save',
  operation: 'PUT /admin/templates/{kind}/{locale}',
  fn: 'auth_api.set_template',
  method: 'PUT',
  path: templatePath(kind, locale),
  body: parts,
  undo: 'Save the former text again, or remove the template.',
});

export const removalOfTemplate = (kind: string, locale: string): Action => ({
  title: `Remove the template of ${mailsOf(kind, locale)}`,
  verb: 'Remove',
  operation: 'DELETE /admin/templates/{kind}/{locale}',
  danger: true,
  fn: 'auth_api.set_template',
  method: 'DELETE',
  path: templatePath(kind, locale),
  undo: 'None. Its text is not kept; copy it before.',
});

export const testMail = (kind: string, address: string, body: Readonly<Record<string, unknown>>): Action => ({
  title: `Send the ${plain(kind)} mail to ${shown(address)}`,
  verb: 'Send',
  operation: 'POST /admin/templates/send-test',
  fn: 'auth_api.prepare_test_mail',
  method: 'POST',
  path: '/admin/templates/send-test',
  body,
  undo: 'None.',
});
