// Facts about a request for the log line and for telemetry. Steps write them and never read them.

export interface Note {
  route?: string | undefined;
  grant_type?: string;
  redirect_to?: string;
  /** Parameters of the path, decoded. */
  params?: Readonly<Record<string, string>>;
  /** The response opens or continues a session. */
  signed_in?: boolean;
  /** External provider that the user returns from. */
  provider?: string;
  /** The request asks for an account without an address. */
  anonymous?: boolean;
  /** Reason for an error, where the client must not know it. */
  reason?: string;
  /** Something that operators should look into although the request succeeded. */
  warning?: object | undefined;
  /** The SQL function that was called last. */
  function?: string;
  /** Address of the account that a user asks for; stored as a digest if the request is refused. */
  address?: string;
  /** Caller of a user's route. */
  user_id?: string;
  /** Error that a redirect carries. */
  redirected_error?: unknown;
}
