// Actions with which an administrator can resolve an error, by error name. `route` is the API call of the action.

export interface Remedy {
  says: string;
  route?: string;
}

const CONFIRM: Remedy[] = [
  { says: 'Send the confirmation again.', route: 'POST /resend' },
  { says: 'Confirm the address, if you know that it belongs to the user.', route: 'PUT /admin/users/{user_id}' },
];
const REACTIVATE: Remedy = {
  says: 'If the account has deprovisioned_at, its organization has deactivated it, and activates it again by SCIM.',
};
const UNBAN: Remedy[] = [
  { says: 'End the ban, if the account has one.', route: 'PUT /admin/users/{user_id}' },
  REACTIVATE,
];
const RECOVER: Remedy = {
  says: 'Send a recovery mail, so that the user can set a new password.',
  route: 'POST /recover',
};

export const REMEDIES: Readonly<Record<string, readonly Remedy[]>> = {
  banned_at_login: [{ says: 'End the ban.', route: 'PUT /admin/users/{user_id}' }],
  deprovisioned_at_login: [REACTIVATE],
  banned_at_refresh: UNBAN,
  banned_at_verify: UNBAN,
  banned_caller: UNBAN,
  banned_at_passkey: UNBAN,
  sso_required: [
    { says: 'The user signs in with the identity provider of the organization.' },
    {
      says: 'Stop enforcing it for the domain of the address.',
      route: 'PUT /admin/sso/providers/{provider_id}/domains/{domain}',
    },
  ],
  email_not_confirmed: CONFIRM,
  email_not_confirmed_at_passkey: CONFIRM,
  phone_not_confirmed: CONFIRM,
  phone_not_confirmed_at_passkey: CONFIRM,
  invalid_credentials: [{ says: 'Check the spelling of the address.' }, RECOVER],
  too_many_attempts: [{ says: 'Wait: the count ends an hour after the first wrong password.' }, RECOVER],
  email_logins_disabled: [{ says: 'Set SVC_EXTERNAL_EMAIL_ENABLED to true and restart the gateway.' }],
  phone_logins_disabled: [{ says: 'Set SVC_EXTERNAL_PHONE_ENABLED to true and restart the gateway.' }],
  signup_disabled: [
    { says: 'Invite the user.', route: 'POST /invite' },
    { says: 'Set SVC_DISABLE_SIGNUP to false and restart the gateway.' },
  ],
  mail_spacing: [{ says: 'Wait: the text of the answer has the number of seconds.' }],
  sms_spacing: [{ says: 'Wait: the text of the answer has the number of seconds.' }],
  message_suppressed: [
    {
      says: 'Remove the address from the suppressed ones, if its mailbox works again.',
      route: 'POST /admin/suppressions/remove',
    },
  ],
  refresh_token_already_used: [
    { says: 'The session has ended because its token was used twice. The user signs in again.' },
  ],
  session_not_found: [{ says: 'The session has ended. The user signs in again.' }],
  not_admin: [{ says: 'Give the user a role of SVC_JWT_ADMIN_ROLES.', route: 'PUT /admin/users/{user_id}' }],
  admin_needs_aal2: [{ says: 'Sign in with the second factor.' }],
};
