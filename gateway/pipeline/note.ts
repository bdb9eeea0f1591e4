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
  /** Error that a redirect carries. */
  redirected_error?: unknown;
}
