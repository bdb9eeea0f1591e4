// Actions of administrators. Each describes its effects, how to undo them, and the API call and SQL function that it
// uses.
import { can } from './api.ts';
import { type Application, nameOfApplication, showHidden } from './format.ts';

export interface Choice {
  name: string;
  label: string;
  options: readonly (readonly [value: string | boolean, text: string])[];
}

export interface Action {
  title: string;
  verb: string;
  danger?: boolean;
  /** Method and route. Key of the effects that the dialog shows, in EFFECTS_IN_CONSOLE (gateway/routes/effects.ts). */
  operation: string;
  /** Effects, if EFFECTS_IN_CONSOLE has none for the operation. */
  effects?: readonly string[];
  undo: string;
  /** Name of the SQL function. */
  fn: string;
  path: string;
  /** Ids of an action on many rows: one call each, with the id in place of $ID in the path. */
  ids?: readonly string[];
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
  /** Time at which the user's organization deactivated the account. */
  deprovisioned_at?: string;
  deleted_at?: string;
  is_anonymous?: boolean;
  /** True if support may not act on the account. Absent if the caller has the right `list`. */
  is_privileged?: boolean;
  /** Name of the error because of which no recovery or confirmation mail would be sent. */
  mail_refused?: string;
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

/** Returns the user's name for headings: the name in the metadata, otherwise the address or "Anonymous user". */
export const nameOfUser = (user: User): string =>
  showHidden(
    String(user.user_metadata?.full_name || user.user_metadata?.name || user.email || user.phone || 'Anonymous user'),
  );

export const addressOrId = (user: User): string => user.email || (user.phone ? `+${user.phone}` : user.id);

export const isBanned = (user: User): boolean => new Date(user.banned_until ?? 0).getTime() > Date.now();

/** Returns the reason why the role of the signed-in user may not act on an account; '' if it may. */
export function reasonNotToAct({ is_privileged, role }: User): string {
  if (can('administer')) return '';
  if (!can('support')) return 'Your role reads and changes nothing.';
  return is_privileged ? `Only an administrator may act on an account with the role ${showHidden(role)}.` : '';
}

export const mayActOn = (user: User): boolean => reasonNotToAct(user) === '';

/** 24 hours in milliseconds, and a minute for the difference between the clocks of browser and server. */
const SUPPORT_BAN_MS = 86_460_000;

/**
 * Returns true if the role of the signed-in user may end the ban of the account. Support may do so if it may act on the
 * account and the ban ends within 24 hours.
 */
export const mayEndBan = (user: User): boolean =>
  isBanned(user) &&
  (can('administer') || (mayActOn(user) && new Date(user.banned_until ?? 0).getTime() - Date.now() < SUPPORT_BAN_MS));

const BANS = [
  ['24h', '24 hours'],
  ['168h', '7 days'],
  ['720h', '30 days'],
  ['876000h', 'Until I end it'],
] as const;

/** Returns the action that bans a user. `long` allows bans of more than 24 hours. */
export function banAction(user: User, long: boolean): Action {
  const who = showHidden(addressOrId(user));
  return {
    title: `Ban ${who}`,
    verb: 'Ban',
    danger: true,
    fn: 'auth_api.change_user',
    path: `/admin/users/${user.id}`,
    body: { ban_duration: '24h' },
    choice: { name: 'ban_duration', label: 'For how long', options: long ? BANS : BANS.slice(0, 1) },
    operation: 'PUT /admin/users/{user_id}#ban',
    undo: 'End the ban at any time.',
  };
}

export const endBanAction = (user: User): Action => ({
  title: `End the ban of ${showHidden(addressOrId(user))}`,
  verb: 'End the ban',
  fn: 'auth_api.change_user',
  path: `/admin/users/${user.id}`,
  body: { ban_duration: 'none' },
  operation: 'PUT /admin/users/{user_id}#end_of_ban',
  undo: 'Ban the user again.',
});

export const signOutAction = (user: User): Action => ({
  title: `Sign ${showHidden(addressOrId(user))} out everywhere`,
  verb: 'Sign out everywhere',
  danger: true,
  fn: 'auth_api.end_sessions',
  path: `/admin/users/${user.id}/sessions`,
  operation: 'DELETE /admin/users/{user_id}/sessions',
  undo: 'None. The user signs in again.',
});

export const revokeSessionAction = (user_id: string, session: { id: string }, what: string): Action => ({
  title: `End the session on ${what}`,
  verb: 'End the session',
  danger: true,
  fn: 'auth_api.end_sessions',
  path: `/admin/users/${user_id}/sessions/${session.id}`,
  operation: 'DELETE /admin/users/{user_id}/sessions/{session_id}',
  undo: 'None. The user signs in again.',
});

export const recoveryAction = (user: User): Action => ({
  title: `Send ${showHidden(addressOrId(user))} a recovery mail`,
  verb: 'Send the mail',
  fn: 'auth_api.request_recovery',
  operation: 'POST /recover',
  path: '/recover',
  body: { email: user.email },
  effects: [
    'One mail with a link and a code is queued.',
    'The link opens a session that may set a new password. It works once.',
    'The limits of mails per address apply, so a second mail within a minute is refused.',
  ],
  undo: 'None. The link expires by itself.',
});

export const resendLinkAction = (user: User): Action => ({
  title: `Send ${showHidden(addressOrId(user))} the confirmation again`,
  verb: 'Send the mail',
  fn: 'auth_api.resend',
  operation: 'POST /resend',
  path: '/resend',
  body: { type: 'signup', email: user.email },
  effects: ['One mail with a new link and a new code is queued.', 'The limits of mails per address apply.'],
  undo: 'None. The link expires by itself.',
});

export const confirmAction = (user: User): Action => ({
  title: `Confirm ${showHidden(addressOrId(user))}`,
  verb: 'Confirm',
  fn: 'auth_api.change_user',
  path: `/admin/users/${user.id}`,
  body: user.email ? { email_confirm: true } : { phone_confirm: true },
  operation: 'PUT /admin/users/{user_id}#confirmation',
  undo: 'None.',
});

export const deleteUserAction = (user: User): Action => ({
  title: `Delete ${showHidden(addressOrId(user))}`,
  verb: 'Delete the user',
  danger: true,
  fn: 'auth_api.delete_user',
  path: `/admin/users/${user.id}`,
  body: { should_soft_delete: false },
  choice: {
    name: 'should_soft_delete',
    label: 'What is kept',
    options: [
      [false, 'Keep nothing'],
      [true, 'Keep the row with digests'],
    ],
  },
  type: addressOrId(user),
  operation: 'DELETE /admin/users/{user_id}',
  undo: 'None. Only a restore of the database brings the user back.',
});

export const deleteFactorAction = (user_id: string, factor: { id: string }, what: string): Action => ({
  title: `Remove ${what}`,
  verb: 'Remove',
  danger: true,
  fn: 'auth_api.delete_factor',
  path: `/admin/users/${user_id}/factors/${factor.id}`,
  operation: 'DELETE /admin/users/{user_id}/factors/{factor_id}',
  undo: 'None. The user enrolls it again.',
});

export const deletePasskeyAction = (user_id: string, passkey: { id: string }, what: string): Action => ({
  title: `Remove ${what}`,
  verb: 'Remove',
  danger: true,
  fn: 'auth_api.delete_user_passkey',
  path: `/admin/users/${user_id}/passkeys/${passkey.id}`,
  operation: 'DELETE /admin/users/{user_id}/passkeys/{passkey_id}',
  undo: 'None. The user registers it again.',
});

export const revokeGrantAction = (user_id: string, client: Application): Action => ({
  title: `End the access of ${showHidden(nameOfApplication(client))}`,
  verb: 'End the access',
  danger: true,
  fn: 'auth_api.revoke_user_grant',
  path: `/admin/users/${user_id}/oauth/grants?client_id=${encodeURIComponent(client.id)}`,
  operation: 'DELETE /admin/users/{user_id}/oauth/grants',
  undo: 'None. The user approves the application again.',
});

/** Returns the action that changes an account. `changes` contains only the members that differ. */
export const updateUserAction = (user: User, changes: Readonly<Record<string, unknown>>): Action => ({
  title: `Change ${showHidden(addressOrId(user))}`,
  verb: 'Change',
  fn: 'auth_api.change_user',
  path: `/admin/users/${user.id}`,
  body: changes,
  operation: 'PUT /admin/users/{user_id}#change',
  undo: 'Change it back.',
});

/** Returns the query that finds a user by the whole address. A phone number may have spaces and brackets. */
export const exactAddress = (text: string): Record<string, string> =>
  text.startsWith('+') ? { phone: text.replace(/[^+\d]/g, '') } : { email: text };

export const createUserAction = (email: string): Action => ({
  title: `Create ${showHidden(email)}`,
  verb: 'Create the user',
  fn: 'auth_api.create_user',
  path: '/admin/users',
  body: { email, email_confirm: true },
  operation: 'POST /admin/users',
  undo: 'Delete the user.',
});

export const inviteAction = (email: string): Action => ({
  title: `Invite ${showHidden(email)}`,
  verb: 'Send the invitation',
  fn: 'auth_api.invite_user',
  path: '/invite',
  body: { email },
  operation: 'POST /invite',
  undo: 'Delete the user.',
});

/** Returns the action that revokes sessions. `counted` has the numbers that the dialog shows. */
export function revokeAllAction(
  choice: { opened_before?: string; role?: string },
  counted: { users: number; sessions: number },
): Action {
  return {
    title: `End ${counted.sessions} sessions of ${counted.users} users`,
    verb: 'End them',
    danger: true,
    fn: 'auth_api.end_every_session',
    path: '/admin/sessions/revoke',
    body: choice,
    type: String(counted.sessions),
    operation: 'POST /admin/sessions/revoke',
    undo: 'None. The users sign in again.',
  };
}
