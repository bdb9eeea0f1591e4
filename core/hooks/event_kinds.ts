/** Kinds of user events that webhooks deliver, as in `auth_lib.check_webhook` and a constraint of `auth.webhooks`. */
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
  'grant.created',
  'grant.revoked',
] as const;
