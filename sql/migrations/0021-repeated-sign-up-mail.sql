-- The mail about a sign-up with an address that has an account. Not valid: no stored kind has to be checked.
-- squawk-ignore-file ban-alter-domain-with-add-constraint
alter domain auth.mail_kind drop constraint mail_kind_check;
alter domain auth.mail_kind add constraint mail_kind_check check (value in (
  'confirmation', 'invite', 'recovery', 'magic_link', 'email_change', 'reauthentication',
  'password_changed_notification', 'email_changed_notification', 'phone_changed_notification',
  'identity_linked_notification', 'identity_unlinked_notification', 'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification', 'new_device_notification', 'repeated_sign_up_notification')) not valid;
