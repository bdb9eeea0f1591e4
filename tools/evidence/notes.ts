// Notes that several rows of the security tables share.

/** The answers and times that reveal whether an address has an account. */
export const ENUMERATION_NOTE =
  'As in supabase/auth, two requests tell whether an address has an account: POST /otp with `create_user: false` (422 for an unknown address), and PUT /user with a new address or number in any session, also an anonymous one (422 `email_exists` or `phone_exists` for a taken one). With autoconfirm, POST /signup tells it too (`user_already_exists`). A wrong password takes another time than for an unknown address if the hash is an imported argon2 or scrypt, or bcrypt of another cost than `SVC_SECURITY_BCRYPT_COST` ([ADR 25](adr/0025-hashes-of-other-systems.md)).';

/** Tests of these requests. */
export const ENUMERATION_TESTS = [
  'security/enumeration › requesting a link without creating a user differs',
  'security/enumeration › changing the own address differs',
  'security/enumeration › POST /signup under autoconfirm differs',
] as const;
