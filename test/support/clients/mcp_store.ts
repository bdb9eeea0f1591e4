// In-memory storage for the registration and tokens of an MCP client, with the interface that the unmodified MCP SDK
// requires.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';

export class McpClientStore implements OAuthClientProvider {
  readonly redirectUrl: string;
  /** Authorization URL to which the client redirects the browser. */
  asked: URL | undefined;
  registered: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  private verifier = '';

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'An MCP client',
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  clientInformation = (): OAuthClientInformationMixed | undefined => this.registered;
  saveClientInformation = (client: OAuthClientInformationMixed): void => {
    this.registered = client;
  };
  tokens = (): OAuthTokens | undefined => this.held;
  saveTokens = (tokens: OAuthTokens): void => {
    this.held = tokens;
  };
  redirectToAuthorization = (url: URL): void => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string): void => {
    this.verifier = verifier;
  };
  codeVerifier = (): string => this.verifier;
}
