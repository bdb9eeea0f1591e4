// Type of a custom provider's stored definition.
import type { DiscoveryDocument } from './discovery.ts';

/** A custom provider as stored in SQL, with its sealed secret. */
export interface CustomDefinition {
  id: string;
  identifier: string;
  provider_type: 'oauth2' | 'oidc';
  name: string;
  client_id: string;
  client_secret: string;
  acceptable_client_ids: readonly string[];
  scopes: readonly string[];
  pkce_enabled: boolean;
  attribute_mapping: Readonly<Record<string, string>>;
  custom_claims_allowlist: readonly string[];
  authorization_params: Readonly<Record<string, string>>;
  enabled: boolean;
  email_optional: boolean;
  issuer?: string;
  discovery_url?: string;
  skip_nonce_check?: boolean;
  discovery_document?: DiscoveryDocument;
  authorization_url?: string;
  token_url?: string;
  userinfo_url?: string;
}
