// Facts about a request for the log, telemetry and reports. Steps write them and never read them.

export interface RequestFacts {
  route?: string | undefined;
  grant_type?: string;
  redirect_to?: string;
  /** Decoded parameters of the path. */
  params?: Readonly<Record<string, string>>;
  /** True if the response opens or continues a session. */
  signed_in?: boolean;
  /** External provider of a sign-in. */
  provider?: string;
  /** True for a sign-up without an address. */
  anonymous?: boolean;
  /** Reason for an error that must not be shown to the client. */
  reason?: string;
  /** Warning for operators about a successful request. */
  warning?: object | undefined;
  /** Name of the SQL function that was called last. */
  function?: string;
  /** Address of the account that the request names. Stored as a digest if the request is refused. */
  address?: string;
  /** User id of the caller on a user's route. */
  user_id?: string;
  /** Rule of docs/sso.md that a SAML response violates. */
  saml_rule?: string;
  /** Outcome of a fetch of metadata during a sign-in. */
  saml_metadata?: 'stored' | 'failed';
  /** Error that a step has already converted to a response, such as a redirect. */
  redirected_error?: unknown;
}
