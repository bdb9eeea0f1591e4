/** User events that webhooks deliver. `auth_lib.check_webhook` and a constraint of `auth.webhooks` accept no others. */
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
