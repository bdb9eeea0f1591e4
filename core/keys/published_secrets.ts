// Detects secrets that anybody can guess or find: too short ones, and those in documents, examples and defaults of
// similar projects. The list is in clear text because the secrets are public.

const STRONG_BYTES = 32;

/**
 * Published secrets of at least 32 bytes, in lower case. Shorter ones (`testsecret`, `your-256-bit-secret`) are
 * rejected by their length.
 */
const PUBLISHED: ReadonlySet<string> = new Set([
  // From supabase: CLI, self-hosting, storage, client libraries.
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'f023d3db-39dc-4ac9-87b2-b2be72e9162b',
  // PostgREST
  'reallyreallyreallyreallyverysafe',
  'reallyreallyreallyreallyverysafe123',
  'secret_with_at_least_32_characters',
  'gzh75aktmn3yj0ips4hcguutwjazzr9c',
  // Hasura, Nhost
  '3ek6fd+o0+c7tzbnvfjpmkndi2yaraakzqlk8o2ikoxqu4nf7edah8s3twphwrdwt6r',
  '0f987876650b4a085e64594fae9219e7781b17506bec02489ad061fba8cb22db',
  // jwt.io
  'a-string-secret-at-least-256-bits-long',
  // From RFC 7515, appendix A.1.
  'aym1sysppbydfgzld3umj1qzkobwvmkoqq-estjqlr_t-1qs0gzh75aktmn3yj0ips4hcguutwjazzr1z9caow',
]);

/** Matches placeholders in instructions: `your-super-secret-…`, `…change-me…`, `<generated>`. */
const PLACEHOLDER =
  /^(?:<[ -~]*>$|your[-_ ])|change[-_ ]?(?:me|this|it|in[-_ ]production)|replace[-_ ]?(?:me|this|with)|^(?:super[-_ ]secret[-_ ]jwt)/;

/**
 * `d` and `x` of key pairs whose private key is published: the default of Supabase's CLI, and examples of RFC 7515,
 * 7517 and 8037.
 */
const PUBLISHED_KEYS: ReadonlySet<unknown> = new Set([
  ...['dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU', 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4'],
  ...['jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
  ...['870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE', 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4'],
  ...['nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
]);

const PRINTED = 'is printed in public documents: anybody can make tokens with it';

/**
 * Returns why a shared secret is weak, as the end of a sentence without the secret; null if it is not known to be
 * weak.
 */
export function weakSecretReason(secret: Buffer): string | null {
  if (secret.length < STRONG_BYTES) {
    return `is shorter than ${STRONG_BYTES} bytes: an attacker with one token can guess it offline`;
  }
  const text = secret.toString().trim().toLowerCase();
  // An octet key is usually written in base64url.
  const known = PUBLISHED.has(text) || PUBLISHED.has(secret.toString('base64url').toLowerCase());
  return known || PLACEHOLDER.test(text) ? PRINTED : null;
}

/** Returns why a private key is weak; null if it is not known to be weak. The public key suffices for the check. */
export function weakPrivateKeyReason(jwk: Readonly<Record<string, unknown>>): string | null {
  return PUBLISHED_KEYS.has(jwk.d) || PUBLISHED_KEYS.has(jwk.x) ? PRINTED : null;
}
