// Copies custom OAuth providers. Seals their client secrets, which SQL alone cannot do.
import { quoteLiteral } from '../../core/database/names.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { decryptValue } from './decryption.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';
import type { SecretKeys } from './secret_options.ts';

interface Provider {
  provider_id: string;
  identifier: string;
  secret: string;
}

/** Columns that are copied in SQL and compared by checksum. */
export const PROVIDER_COLUMNS = [
  'identifier',
  'provider_type',
  'name',
  'client_id',
  'acceptable_client_ids',
  'scopes',
  'pkce_enabled',
  'attribute_mapping',
  'custom_claims_allowlist',
  'authorization_params',
  'enabled',
  'email_optional',
  'issuer',
  'discovery_url',
  'skip_nonce_check',
  'discovery_document',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_uri',
  'created_at',
  'updated_at',
];

const providersOf = (on: Queryable, places: ImportSchemas): Promise<Provider[]> =>
  runStatement(
    on,
    `select n.provider_id, n.identifier, n.secret from ${qualifyName(importSchemaOf(places.names), 'new_providers')} as n order by n.identifier`,
  );

function readSecret(
  { provider_id, secret }: Provider,
  { ring, keys }: SecretKeys,
): { secret: string; ring: KeyRing } | { unreadable: string } {
  if (ring === null)
    return { unreadable: 'sealing secrets needs SVC_SECURITY_PEPPER or SVC_JWT_SECRET; neither is set' };
  const text = decryptValue(secret, provider_id, keys);
  return text === null
    ? { unreadable: 'it is encrypted: set GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS as GoTrue had it' }
    : { secret: text, ring };
}

/** Returns a message for each provider whose client secret cannot be decrypted or sealed. */
export async function lostProvidersMessages(
  on: Queryable,
  places: ImportSchemas,
  secrets: SecretKeys,
): Promise<string[]> {
  const lost: string[] = [];
  for (const provider of await providersOf(on, places)) {
    const proof = readSecret(provider, secrets);
    if ('unreadable' in proof)
      lost.push(`the client secret of the provider ${provider.identifier} cannot be imported: ${proof.unreadable}`);
  }
  return lost;
}

export async function copyProviders(on: Queryable, places: ImportSchemas, secrets: SecretKeys): Promise<void> {
  const list = PROVIDER_COLUMNS.join(', ');
  for (const provider of await providersOf(on, places)) {
    const proof = readSecret(provider, secrets);
    if ('unreadable' in proof) throw new Error(`provider ${provider.identifier}: ${proof.unreadable}`);
    await runStatement(
      on,
      `insert into ${qualifyName(places.names.auth, 'custom_providers')} (id, client_secret, ${list})
       select n.provider_id, ${quoteLiteral(proof.ring.seal(proof.secret, provider.provider_id))}, ${list} from ${qualifyName(importSchemaOf(places.names), 'new_providers')} as n
       where n.provider_id = ${quoteLiteral(provider.provider_id)}`,
    );
  }
}

/**
 * Counts providers that were not copied, or whose client secret differs from GoTrue's. Unseals each secret, because
 * sealed secrets cannot be compared by checksum.
 */
export async function countDifferingProviders(
  on: Queryable,
  places: ImportSchemas,
  secrets: SecretKeys,
): Promise<number> {
  let differing = 0;
  for (const provider of await providersOf(on, places)) {
    const proof = readSecret(provider, secrets);
    if ('unreadable' in proof) throw new Error(`provider ${provider.identifier}: ${proof.unreadable}`);
    const [stored] = await runStatement<{ secret: string }>(
      on,
      `select p.client_secret as secret from ${qualifyName(places.names.auth, 'custom_providers')} as p
       where p.id = ${quoteLiteral(provider.provider_id)}`,
    );
    if (stored === undefined || proof.ring.open(stored.secret, provider.provider_id) !== proof.secret) differing += 1;
  }
  return differing;
}
