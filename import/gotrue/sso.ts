// Adds identity providers that an import from supabase/auth has stored in kept_rows. Their metadata must be parsed,
// which SQL cannot do.
import { quoteLiteral } from '../../core/database/names.ts';
import { toAsciiDomain } from '../../core/saml/domains.ts';
import { toStoredMetadata } from '../../core/saml/fetch_metadata.ts';
import { MetadataError } from '../../core/saml/metadata.ts';
import { type Connection, type Log, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import type { ImportSchemas } from './files.ts';

interface KeptProvider {
  readonly id: string;
  readonly entity_id: string;
  readonly metadata_xml: string;
  readonly domains: readonly { readonly id: string; readonly domain: string }[];
}

type Result = Readonly<Record<string, unknown>>;

/** Calls a function of the admin API. Returns an error as `{refused}`. */
export type CallAdmin = (
  name: 'list_kept_sso_providers' | 'restore_sso_provider',
  args: Record<string, unknown>,
) => Promise<Result>;

/**
 * Outcome for a provider. `reason` is the reason why its row remains in kept_rows. `left` contains the domains that
 * remain there.
 */
export interface RestoredProvider {
  readonly id: string;
  readonly entity_id: string;
  readonly reason?: string;
  readonly left: readonly string[];
}

/** Adds every provider that can be added. The rows of the others remain, so the call can be repeated. */
export async function restoreSsoProviders(call: CallAdmin, { limit }: { limit: number }): Promise<RestoredProvider[]> {
  const { items } = (await call('list_kept_sso_providers', {})) as { items: readonly KeptProvider[] };
  const restored: RestoredProvider[] = [];
  for (const { id, entity_id, metadata_xml, domains } of items) {
    const metadata = parseKeptMetadata(metadata_xml, { limit, entityId: entity_id });
    if (typeof metadata === 'string') {
      restored.push({ id, entity_id, reason: metadata, left: [] });
      continue;
    }
    const given = domains.map((one) => ({ id: one.id, domain: toAsciiDomain(one.domain) }));
    const answer = await call('restore_sso_provider', { id, metadata, domains: given });
    const refused = answer.refused as { message: string } | undefined;
    if (refused !== undefined) restored.push({ id, entity_id, reason: refused.message, left: [] });
    else restored.push({ id, entity_id, left: answer.left as string[] });
  }
  return restored;
}

/** Returns the metadata, or the reason why it cannot be used. */
function parseKeptMetadata(xml: string, o: { limit: number; entityId: string }): object | string {
  try {
    return toStoredMetadata(Buffer.from(xml), o);
  } catch (error) {
    if (error instanceof MetadataError) return `its metadata cannot be used: ${error.message}`;
    throw error;
  }
}

/** Returns a value as an SQL literal for an argument. */
const argument = (value: unknown): string =>
  typeof value === 'string' ? quoteLiteral(value) : `${quoteLiteral(JSON.stringify(value))}::jsonb`;

/** The default of SVC_SAML_METADATA_MAX_SIZE, because an import does not read the gateway's settings. */
const LIMIT = 1_000_000;

/** Adds the providers on the connection of an import. Logs the outcome for each provider and each domain left. */
export async function restoreImported(connection: Connection, places: ImportSchemas, log: Log): Promise<void> {
  const call: CallAdmin = async (name, args) => {
    const values: Record<string, unknown> = { claims: { role: 'service_role', exp: 4e9 }, settings: {}, ...args };
    if (name === 'restore_sso_provider') values.client = {};
    const list = Object.entries(values).map(([key, value]) => `${key} => ${argument(value)}`);
    const text = `select ${qualifyName(places.names.api, name)}(${list.join(', ')}) as answer`;
    const [row] = await runStatement<{ answer: Result }>(connection, text);
    return row?.answer ?? {};
  };
  for (const { entity_id, reason, left } of await restoreSsoProviders(call, { limit: LIMIT })) {
    log(
      reason === undefined
        ? `identity provider ${entity_id}: added, with its id`
        : `identity provider ${entity_id}: stays in kept_rows: ${reason}`,
    );
    for (const domain of left)
      log(`domain ${domain} of ${entity_id}: stays in kept_rows: it cannot belong to a provider`);
  }
}
