// Fetches the metadata of identity providers when it is due, so that sign-ins rarely fetch it. If the fetch fails,
// the stored metadata stays, and `failed_at` of the provider is the time of the first failure.
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../core/database/driver_pool.ts';
import type { Logger } from '../core/log.ts';
import { createNetworkRestriction } from '../core/reach.ts';
import {
  fetchMetadata,
  METADATA_DEADLINE_MS,
  MetadataFetchError,
  type StoredMetadata,
  toStoredMetadata,
} from '../core/saml/fetch_metadata.ts';
import { MetadataError } from '../core/saml/metadata.ts';
import type { Settings } from '../core/settings/table.ts';

export type MetadataSettings = Pick<Settings, 'saml_enabled' | 'saml_allowed_networks' | 'saml_metadata_max_size'>;

interface LeasedProvider {
  readonly id: string;
  readonly metadata_url: string;
  readonly entity_id: string;
}

/** Creates the function that runs one round: it fetches all metadata that is due, one provider after the other. */
export function createMetadataRefresh(o: {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  settings: MetadataSettings;
  log: Logger;
  stopping: AbortSignal;
  /** Called after each fetch whose outcome was recorded. */
  onOutcome?: ((outcome: 'stored' | 'failed') => void) | undefined;
}): () => Promise<void> {
  const { sql, api, settings, log, stopping, onOutcome } = o;
  const reach = createNetworkRestriction({ networks: settings.saml_allowed_networks });
  const limit = settings.saml_metadata_max_size;
  const call = async <T>(text: string, parameters: (string | null)[]): Promise<T | null> => {
    const asked = sql.unsafe<{ answer: T | null }[]>(`select ${api}.${text} as answer`, parameters, { prepare: true });
    return onlyRow(await withResultDeadline(asked)).answer;
  };
  const fetched = async ({ id, metadata_url, entity_id }: LeasedProvider): Promise<StoredMetadata | null> => {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(METADATA_DEADLINE_MS), stopping]);
      return toStoredMetadata(await fetchMetadata(metadata_url, { reach, limit, signal }), {
        limit,
        entityId: entity_id,
      });
    } catch (error) {
      if (!(error instanceof MetadataFetchError || error instanceof MetadataError)) throw error;
      log.warn(
        { provider: `sso:${id}`, reason: error.message },
        'metadata of an identity provider cannot be refreshed',
      );
      return null;
    }
  };
  return async () => {
    while (!stopping.aborted) {
      const leased = await call<LeasedProvider>('lease_saml_metadata(id => $1::uuid)', [null]);
      if (leased === null) return;
      const metadata = await fetched(leased);
      if (stopping.aborted) return;
      const finished = await call<{ stored: boolean }>(
        'finish_saml_metadata(id => $1::uuid, metadata_url => $2::text, metadata => $3::text::jsonb, client => null)',
        [leased.id, leased.metadata_url, metadata && JSON.stringify(metadata)],
      );
      if (finished !== null) onOutcome?.(finished.stored ? 'stored' : 'failed');
    }
  };
}
