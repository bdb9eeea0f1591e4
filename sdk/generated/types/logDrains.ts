// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { GetIntegrationLogDrainsItem2 } from './shared.ts';

/** Arguments of getIntegrationLogDrains. */
export interface GetIntegrationLogDrainsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getIntegrationLogDrains answers. */
export type GetIntegrationLogDrainsResponseBody = GetIntegrationLogDrainsItem2[];

export type CreateLogDrainRequestBody = { name: string; projectIds?: string[] | undefined; secret?: string | undefined; deliveryFormat?: 'json' | 'ndjson' | undefined; url: string; sources?: ('static' | 'lambda' | 'build' | 'edge' | 'external' | 'firewall')[] | undefined; headers?: { [key: string]: string } | undefined; environments?: ('preview' | 'production')[] | undefined };
/** Arguments of createLogDrain. */
export interface CreateLogDrainRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
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
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteIntegrationLogDrain answers. */
export type DeleteIntegrationLogDrainResponseBody = void;
