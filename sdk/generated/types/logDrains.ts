// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { GetIntegrationLogDrainsItem2 } from './shared.ts';

/** Arguments of getIntegrationLogDrains. */
export interface GetIntegrationLogDrainsRequest {
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What getIntegrationLogDrains answers. */
export type GetIntegrationLogDrainsResponseBody = GetIntegrationLogDrainsItem2[];

export type CreateLogDrainRequestBody = { name: string; projectIds?: string[]; secret?: string; deliveryFormat?: 'json' | 'ndjson'; url: string; sources?: ('static' | 'lambda' | 'build' | 'edge' | 'external' | 'firewall')[]; headers?: { [key: string]: undefined }; environments?: ('preview' | 'production')[] };
/** Arguments of createLogDrain. */
export interface CreateLogDrainRequest {
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody: CreateLogDrainRequestBody;
}
/** What createLogDrain answers. */
export type CreateLogDrainResponseBody = GetIntegrationLogDrainsItem2;

/** Arguments of deleteIntegrationLogDrain. */
export interface DeleteIntegrationLogDrainRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What deleteIntegrationLogDrain answers. */
export type DeleteIntegrationLogDrainResponseBody = void;
