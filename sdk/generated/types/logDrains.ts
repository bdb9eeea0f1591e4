// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { GetConfigurableLogDrain, GetDrains, GetIntegrationLogDrainsItem2 } from './shared.ts';

/** Arguments of getConfigurableLogDrain. */
export interface GetConfigurableLogDrainRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getConfigurableLogDrain answers. */
export type GetConfigurableLogDrainResponseBody = GetConfigurableLogDrain;

/** Arguments of deleteConfigurableLogDrain. */
export interface DeleteConfigurableLogDrainRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteConfigurableLogDrain answers. */
export type DeleteConfigurableLogDrainResponseBody = void;

/** Arguments of getAllLogDrains. */
export interface GetAllLogDrainsRequest {
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Project id or name: string in the query. */
  projectIdOrName?: string | undefined;
  /** Include metadata: true or false in the query. Default: false. */
  includeMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getAllLogDrains answers. */
export type GetAllLogDrainsResponseBody = GetDrains | GetConfigurableLogDrain[];

export type CreateConfigurableLogDrainRequestBody = { deliveryFormat: 'json' | 'ndjson'; url: string; headers?: { [key: string]: string } | undefined; projectIds?: string[] | undefined; sources: ('static' | 'lambda' | 'build' | 'edge' | 'external' | 'firewall')[]; environments?: ('preview' | 'production')[] | undefined; secret?: string | undefined; samplingRate?: number | undefined; name?: string | undefined };
/** Arguments of createConfigurableLogDrain. */
export interface CreateConfigurableLogDrainRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateConfigurableLogDrainRequestBody;
}
/** What createConfigurableLogDrain answers. */
export type CreateConfigurableLogDrainResponseBody = Record<string, unknown>;

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
