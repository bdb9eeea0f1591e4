/** What servers are told of users by webhooks; `auth_lib.check_webhook` and a constraint of `auth.webhooks` take no other. */
export const EVENT_KINDS = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.signed_in',
  'user.banned',
  'user.unbanned',
  'identity.linked',
  'identity.unlinked',
  'factor.enrolled',
  'factor.unenrolled',
] as const;
