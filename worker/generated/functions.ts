// The parameters of SQL functions, and the settings that each reads.
// Generated from sql/ by tools/write_functions.ts. A test checks that it is up to date.

export const FUNCTIONS = {
  deliver_to_hook: {"parameters":{"hook":"text","event":"jsonb","settings":"jsonb"},"settings":["hooks"]},
  expire_messages: {"parameters":{"most":"integer"},"settings":[]},
  extend_message_lease: {"parameters":{"message_id":"uuid","attempt":"integer","settings":"jsonb"},"settings":["message_lease"]},
  finish_client_logout: {"parameters":{"logout_id":"uuid","attempt":"integer","outcome":"text","error":"text","retry_after":"double precision","settings":"jsonb"},"settings":["webhook_max_tries","webhook_retry_pause"]},
  finish_message: {"parameters":{"message_id":"uuid","attempt":"integer","outcome":"text","error":"text","retry_after":"double precision","refused_for_good":"boolean"},"settings":[]},
  finish_webhook_event: {"parameters":{"event_id":"uuid","attempt":"integer","outcome":"text","error":"text","retry_after":"double precision","settings":"jsonb"},"settings":["webhook_max_tries","webhook_retry_pause"]},
  get_new_user: {"parameters":{"user_id":"uuid"},"settings":[]},
  lease_audit_entries: {"parameters":{"worker_id":"uuid","written":"uuid","most":"integer"},"settings":[]},
  lease_client_logout: {"parameters":{"logout_id":"uuid","settings":"jsonb"},"settings":["message_lease"]},
  lease_message: {"parameters":{"message_id":"uuid","generation":"bigint","settings":"jsonb"},"settings":["mail_max_per_second","mailer_default_locale","message_lease","send_email_hook","send_sms_hook"]},
  lease_webhook_event: {"parameters":{"webhook_id":"uuid","user_id":"uuid","place":"bigint","settings":"jsonb"},"settings":["message_lease"]},
  maintain_audit_counts: {"parameters":{"most":"integer"},"settings":[]},
  maintain_partitions: {"parameters":{"settings":"jsonb"},"settings":["audit_log_retention","refusal_retention"]},
  maintain_user_list_counts: {"parameters":{"most":"integer"},"settings":[]},
  measure_service: {"parameters":{"with_sessions":"boolean","with_certificates":"boolean"},"settings":[]},
  purge_expired: {"parameters":{"most":"integer","settings":"jsonb"},"settings":["external_flow_state_expiry_duration","mailer_otp_exp","message_retention","mfa_phone_max_frequency","oauth_server_unused_client_after","saml_relay_state_validity_period","sms_max_frequency","sms_otp_exp","smtp_max_frequency","webhook_retention"]},
  release_jobs: {"parameters":{"most":"integer"},"settings":[]},
} as const;
