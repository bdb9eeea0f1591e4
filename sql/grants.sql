-- Rights of each role: one section per role, one line per function. Only the owner may call a function that
-- is not listed here, because functions are created without grants (roles.sql). Functions of auth_lib have
-- no grants.

-- PUBLIC: functions for policies.
grant usage on schema auth to public;
grant execute on function auth.uid to public;
grant execute on function auth.role to public;
grant execute on function auth.email to public;
grant execute on function auth.jwt to public;
grant execute on function auth.aal to public;
grant execute on function auth.session_is_live to public;
grant execute on function auth.client_id to public;

-- auth_gateway: functions of the HTTP API.
grant usage on schema auth_api to auth_gateway;
grant execute on function auth_api.count_request to auth_gateway;
grant execute on function auth_api.add_tallies to auth_gateway;
grant execute on function auth_api.sign_up to auth_gateway;
grant execute on function auth_api.sign_in_with_password to auth_gateway;
grant execute on function auth_api.count_password_attempt to auth_gateway;
grant execute on function auth_api.compare_password to auth_gateway;
grant execute on function auth_api.refresh_session to auth_gateway;
grant execute on function auth_api.get_sessions to auth_gateway;
grant execute on function auth_api.end_session to auth_gateway;
grant execute on function auth_api.exchange_code to auth_gateway;
grant execute on function auth_api.sign_out to auth_gateway;
grant execute on function auth_api.get_user to auth_gateway;
grant execute on function auth_api.get_users_at to auth_gateway;
grant execute on function auth_api.get_position to auth_gateway;
grant execute on function auth_api.check_writes to auth_gateway;
grant execute on function auth_api.get_replay to auth_gateway;
grant execute on function auth_api.export_own_data to auth_gateway;
grant execute on function auth_api.count_phone_code_attempt to auth_gateway;
grant execute on function auth_api.verify_token to auth_gateway;
grant execute on function auth_api.follow_link to auth_gateway;
grant execute on function auth_api.request_otp to auth_gateway;
grant execute on function auth_api.request_magic_link to auth_gateway;
grant execute on function auth_api.request_recovery to auth_gateway;
grant execute on function auth_api.resend to auth_gateway;
grant execute on function auth_api.count_nonce_attempt to auth_gateway;
grant execute on function auth_api.update_user to auth_gateway;
grant execute on function auth_api.merge_users to auth_gateway;
grant execute on function auth_api.lease_provider_token to auth_gateway;
grant execute on function auth_api.renew_provider_token to auth_gateway;
grant execute on function auth_api.reauthenticate to auth_gateway;
grant execute on function auth_api.start_provider_flow to auth_gateway;
grant execute on function auth_api.start_identity_link to auth_gateway;
grant execute on function auth_api.consume_provider_flow to auth_gateway;
grant execute on function auth_api.finish_provider_flow to auth_gateway;
grant execute on function auth_api.sign_in_with_id_token to auth_gateway;
grant execute on function auth_api.sign_in_with_web3 to auth_gateway;
grant execute on function auth_api.unlink_identity to auth_gateway;
grant execute on function auth_api.start_passkey_registration to auth_gateway;
grant execute on function auth_api.consume_passkey_registration to auth_gateway;
grant execute on function auth_api.finish_passkey_registration to auth_gateway;
grant execute on function auth_api.start_passkey_sign_in to auth_gateway;
grant execute on function auth_api.consume_passkey_sign_in to auth_gateway;
grant execute on function auth_api.sign_in_with_passkey to auth_gateway;
grant execute on function auth_api.list_passkeys to auth_gateway;
grant execute on function auth_api.rename_passkey to auth_gateway;
grant execute on function auth_api.delete_passkey to auth_gateway;
grant execute on function auth_api.find_custom_provider to auth_gateway;
grant execute on function auth_api.enroll_factor to auth_gateway;
grant execute on function auth_api.challenge_factor to auth_gateway;
grant execute on function auth_api.prepare_factor_verification to auth_gateway;
grant execute on function auth_api.verify_factor to auth_gateway;
grant execute on function auth_api.unenroll_factor to auth_gateway;
grant execute on function auth_api.get_recovery_codes to auth_gateway;
grant execute on function auth_api.make_recovery_codes to auth_gateway;
grant execute on function auth_api.renew_recovery_codes to auth_gateway;
grant execute on function auth_api.drop_recovery_codes to auth_gateway;
grant execute on function auth_api.consume_recovery_code to auth_gateway;
grant execute on function auth_api.start_saml_flow to auth_gateway;
grant execute on function auth_api.get_saml_flow to auth_gateway;
grant execute on function auth_api.find_saml_provider to auth_gateway;
grant execute on function auth_api.finish_saml_flow to auth_gateway;
grant execute on function auth_api.lease_saml_metadata to auth_gateway;
grant execute on function auth_api.finish_saml_metadata to auth_gateway;
grant execute on function auth_api.start_authorization to auth_gateway;
grant execute on function auth_api.push_authorization to auth_gateway;
grant execute on function auth_api.get_authorization to auth_gateway;
grant execute on function auth_api.decide_authorization to auth_gateway;
grant execute on function auth_api.decline_authorization to auth_gateway;
grant execute on function auth_api.exchange_authorization to auth_gateway;
grant execute on function auth_api.start_device_authorization to auth_gateway;
grant execute on function auth_api.enter_user_code to auth_gateway;
grant execute on function auth_api.poll_device_authorization to auth_gateway;
grant execute on function auth_api.find_client_document to auth_gateway;
grant execute on function auth_api.save_client_document to auth_gateway;
grant execute on function auth_api.find_client_keys to auth_gateway;
grant execute on function auth_api.get_userinfo to auth_gateway;
grant execute on function auth_api.register_oauth_client to auth_gateway;
grant execute on function auth_api.end_authorized_session to auth_gateway;
grant execute on function auth_api.list_grants to auth_gateway;
grant execute on function auth_api.revoke_grant to auth_gateway;
grant execute on function auth_api.revoke_authorized_session to auth_gateway;
grant execute on function auth_api.inspect_authorized_session to auth_gateway;

-- auth_admin: functions of the CLI.
grant usage on schema auth_api to auth_admin;
grant execute on function auth_api.create_user to auth_admin;
grant execute on function auth_api.import_users to auth_admin;
grant execute on function auth_api.maintain_user_list_counts to auth_admin;
grant execute on function auth_api.export_users to auth_admin;
grant execute on function auth_api.get_user_by_id to auth_admin;
grant execute on function auth_api.export_user to auth_admin;
grant execute on function auth_api.find_user_by_address to auth_admin;
grant execute on function auth_api.change_user to auth_admin;
grant execute on function auth_api.delete_user to auth_admin;
grant execute on function auth_api.list_users to auth_admin;
grant execute on function auth_api.list_audit to auth_admin;
grant execute on function auth_api.find_audit to auth_admin;
grant execute on function auth_api.invite_user to auth_admin;
grant execute on function auth_api.generate_link to auth_admin;
grant execute on function auth_api.list_sessions to auth_admin;
grant execute on function auth_api.end_sessions to auth_admin;
grant execute on function auth_api.end_every_session to auth_admin;
grant execute on function auth_api.list_sealed to auth_admin;
grant execute on function auth_api.replace_sealed to auth_admin;
grant execute on function auth_api.list_user_passkeys to auth_admin;
grant execute on function auth_api.delete_user_passkey to auth_admin;
grant execute on function auth_api.list_factors to auth_admin;
grant execute on function auth_api.change_factor to auth_admin;
grant execute on function auth_api.delete_factor to auth_admin;
grant execute on function auth_api.list_templates to auth_admin;
grant execute on function auth_api.set_template to auth_admin;
grant execute on function auth_api.prepare_test_mail to auth_admin;
grant execute on function auth_api.list_messages to auth_admin;
grant execute on function auth_api.get_message to auth_admin;
grant execute on function auth_api.retry_message to auth_admin;
grant execute on function auth_api.drop_message to auth_admin;
grant execute on function auth_api.list_suppressions to auth_admin;
grant execute on function auth_api.suppress_address to auth_admin;
grant execute on function auth_api.unsuppress_address to auth_admin;
grant execute on function auth_api.list_webhooks to auth_admin;
grant execute on function auth_api.create_webhook to auth_admin;
grant execute on function auth_api.change_webhook to auth_admin;
grant execute on function auth_api.delete_webhook to auth_admin;
grant execute on function auth_api.list_webhook_events to auth_admin;
grant execute on function auth_api.retry_webhook_event to auth_admin;
grant execute on function auth_api.drop_webhook_event to auth_admin;
grant execute on function auth_api.list_custom_providers to auth_admin;
grant execute on function auth_api.get_custom_provider to auth_admin;
grant execute on function auth_api.find_custom_provider to auth_admin;
grant execute on function auth_api.prepare_custom_provider to auth_admin;
grant execute on function auth_api.create_custom_provider to auth_admin;
grant execute on function auth_api.change_custom_provider to auth_admin;
grant execute on function auth_api.delete_custom_provider to auth_admin;
grant execute on function auth_api.test_hook to auth_admin;
grant execute on function auth_api.record_test to auth_admin;
grant execute on function auth_api.list_key_uses to auth_admin;
grant execute on function auth_api.list_sso_providers to auth_admin;
grant execute on function auth_api.get_sso_provider to auth_admin;
grant execute on function auth_api.prepare_sso_provider to auth_admin;
grant execute on function auth_api.create_sso_provider to auth_admin;
grant execute on function auth_api.change_sso_provider to auth_admin;
grant execute on function auth_api.delete_sso_provider to auth_admin;
grant execute on function auth_api.prepare_sso_domain to auth_admin;
grant execute on function auth_api.verify_sso_domain to auth_admin;
grant execute on function auth_api.change_sso_domain to auth_admin;
grant execute on function auth_api.list_kept_sso_providers to auth_admin;
grant execute on function auth_api.restore_sso_provider to auth_admin;
grant execute on function auth_api.list_all_sessions to auth_admin;
grant execute on function auth_api.get_rule to auth_admin;
grant execute on function auth_api.count_error to auth_admin;
grant execute on function auth_api.find_refusal to auth_admin;
grant execute on function auth_api.explain_sign_in to auth_admin;
grant execute on function auth_api.list_refusals to auth_admin;
grant execute on function auth_api.get_timeline to auth_admin;
grant execute on function auth_api.get_figures to auth_admin;
grant execute on function auth_api.get_administrator to auth_admin;
grant execute on function auth_api.list_oauth_clients to auth_admin;
grant execute on function auth_api.create_oauth_client to auth_admin;
grant execute on function auth_api.get_oauth_client to auth_admin;
grant execute on function auth_api.change_oauth_client to auth_admin;
grant execute on function auth_api.delete_oauth_client to auth_admin;
grant execute on function auth_api.renew_oauth_client_secret to auth_admin;
grant execute on function auth_api.list_user_grants to auth_admin;
grant execute on function auth_api.revoke_user_grant to auth_admin;

-- auth_auditor: views without secret columns.
grant usage on schema auth_api to auth_auditor;
grant select on auth_api.audit_users, auth_api.audit_sessions, auth_api.audit_events, auth_api.audit_messages,
  auth_api.audit_failures,
  auth_api.audit_webhook_events, auth_api.audit_jobs, auth_api.audit_tallies,
  auth_api.audit_refusals, auth_api.audit_oauth_clients, auth_api.audit_oauth_consents to auth_auditor;

-- auth_triggers: deletes users in auth_lib.run_delete(), and sees no user inside a trigger.
grant delete on auth.users to auth_triggers;
grant select (id) on auth.users to auth_triggers;

-- auth_worker: functions of the worker.
grant usage on schema auth_api to auth_worker;
grant execute on function auth_api.lease_message to auth_worker;
grant execute on function auth_api.extend_message_lease to auth_worker;
grant execute on function auth_api.finish_message to auth_worker;
grant execute on function auth_api.expire_messages to auth_worker;
grant execute on function auth_api.release_jobs to auth_worker;
grant execute on function auth_api.lease_webhook_event to auth_worker;
grant execute on function auth_api.finish_webhook_event to auth_worker;
grant execute on function auth_api.deliver_to_hook to auth_worker;
grant execute on function auth_api.get_new_user to auth_worker;
grant execute on function auth_api.purge_expired to auth_worker;
grant execute on function auth_api.lease_saml_metadata to auth_worker;
grant execute on function auth_api.finish_saml_metadata to auth_worker;
grant execute on function auth_api.maintain_partitions to auth_worker;
grant execute on function auth_api.maintain_user_list_counts to auth_worker;
grant execute on function auth_api.maintain_audit_counts to auth_worker;
grant execute on function auth_api.measure_service to auth_worker;
grant execute on function auth_api.lease_audit_entries to auth_worker;
-- pg-boss runs in the worker and needs its tables. No other process may access tables.
grant usage on schema auth_queue to auth_worker;
grant select, insert, update, delete on all tables in schema auth_queue to auth_worker;
grant execute on all functions in schema auth_queue to auth_worker;

-- All processes call get_release() at their start.
grant usage on schema auth_api to auth_gateway, auth_admin, auth_worker, auth_auditor;
grant execute on function auth_api.get_release to auth_gateway, auth_admin, auth_worker, auth_auditor;
