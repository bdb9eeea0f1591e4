// Settings of single sign-on with the identity providers of organizations (SAML 2.0).
import { bool, duration, float, int, list, networks, type Row, url } from '../row.ts';

/** Row of a private key. Its format is checked if SAML is on. */
function privateKey(doc: string): Row<string> {
  return { type: 'key', parse: (value) => value, default: '', doc, secret: true };
}

export const SAML = {
  saml_enabled: bool(false, 'Sign-in with identity providers of organizations (SAML 2.0): docs/sso.md.'),
  saml_private_key: privateKey(
    'RSA key of 2048 bits or more that signs requests to identity providers: PEM, or PKCS#1 or PKCS#8 in base64. ' +
      'Required if SAML is on.',
  ),
  saml_private_key_next: privateKey(
    'The next such key, during a rotation. Its certificate is published, and it decrypts assertions.',
  ),
  saml_allow_encrypted_assertions: bool(
    false,
    'Publish a key for encryption and accept encrypted assertions. Changes the published certificate.',
  ),
  saml_relay_state_validity_period: duration(600, 'Time that a user has at the identity provider.', {
    min: 0,
    zero_is_default: true,
  }),
  saml_external_url: url(
    'Base URL of the entity ID and the ACS URL that identity providers have. Default: the URL of this server.',
    {
      safe: true,
      default_text: '`SVC_API_EXTERNAL_URL`',
    },
  ),
  saml_rate_limit_assertion: float(150, 'Requests to /sso/saml/acs per client and 5 minutes; twice as many at once.', {
    min: 0,
  }),
  rate_limit_sso: float(150, 'Requests to /sso per client and 5 minutes; twice as many at once.', { min: 0 }),
  saml_idp_initiated_enabled: bool(
    false,
    'Accept sign-ins that identity providers start. You can also allow this for a single provider.',
  ),
  saml_clock_skew: duration(60, 'Maximum difference between the clocks of an identity provider and of Postern.', {
    min: 0,
    max: 300,
  }),
  saml_metadata_max_size: int(1_000_000, 'Maximum size of metadata in bytes.', { min: 10_000, max: 5_000_000 }),
  saml_allowed_networks: networks(
    'Private networks in which the metadata of an identity provider may be, such as `10.2.0.0/16,fd12::/16`; empty: none.',
  ),
  sso_require_verified_domains: bool(
    false,
    'An identity provider may assert only addresses of its verified domains. A provider without a verified domain may assert none. `email_domains: any` of a provider allows all addresses.',
  ),
  sso_dns: list([], 'DNS servers that verify domains of organizations, `address` or `address:port`.', {
    default_text: 'those of the system',
  }),
  saml_allow_sha1: bool(false, 'Accept SHA-1 in signatures of identity providers, for old providers.'),
} as const;
