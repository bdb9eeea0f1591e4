// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateDrain, CreateDrain2, CreateDrainBodyDeliveryInput, CreateDrainBodyFilterInput, CreateDrainBodySamplingItemInput, CreateDrainBodySourceInput, GetDrains } from './shared.ts';

export type CreateDrainRequestBody = { name: string; projects: 'some' | 'all'; projectIds?: string[] | undefined; filter?: CreateDrainBodyFilterInput | undefined; schemas: { [key: string]: { version: string } }; delivery?: CreateDrainBodyDeliveryInput | undefined; sampling?: CreateDrainBodySamplingItemInput[] | undefined; transforms?: { id: string }[] | undefined; source?: CreateDrainBodySourceInput | undefined };
/** Arguments of createDrain. */
export interface CreateDrainRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateDrainRequestBody | undefined;
}
/** What createDrain answers. */
export type CreateDrainResponseBody = CreateDrain | CreateDrain2;

/** Arguments of getDrains. */
export interface GetDrainsRequest {
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Include metadata: true or false in the query. Default: false. */
  includeMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDrains answers. */
export type GetDrainsResponseBody = GetDrains;

/** Arguments of deleteDrain. */
export interface DeleteDrainRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteDrain answers. */
export type DeleteDrainResponseBody = void;

/** Arguments of getDrain. */
export interface GetDrainRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDrain answers. */
export type GetDrainResponseBody = CreateDrain | CreateDrain2;

export type UpdateDrainRequestBody = { name?: string | undefined; projects?: 'some' | 'all' | undefined; projectIds?: string[] | null | undefined; filter?: CreateDrainBodyFilterInput | string | undefined; schemas?: { [key: string]: { version: string } } | undefined; delivery?: CreateDrainBodyDeliveryInput | undefined; sampling?: CreateDrainBodySamplingItemInput[] | null | undefined; transforms?: { id: string }[] | null | undefined; status?: 'enabled' | 'disabled' | undefined; source?: CreateDrainBodySourceInput | undefined };
/** Arguments of updateDrain. */
export interface UpdateDrainRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateDrainRequestBody | undefined;
}
/** What updateDrain answers. */
export type UpdateDrainResponseBody = CreateDrain | CreateDrain2;

export type TestDrainRequestBody = { schemas: { [key: string]: { version: string } }; delivery: CreateDrainBodyDeliveryInput };
/** Arguments of testDrain. */
export interface TestDrainRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: TestDrainRequestBody | undefined;
}
/** What testDrain answers. */
export type TestDrainResponseBody = { endpoint: string; error: string; status: string } | Record<string, unknown>;
