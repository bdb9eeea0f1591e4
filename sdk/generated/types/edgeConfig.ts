// Generated from sdk/catalogue by sdk/generator; edits are overwritten.

export type PatchEdgeConfigItemsRequestBody = { items: ({ operation?: 'create' | 'update' | 'upsert' | 'delete' | undefined; key?: string | undefined; value?: unknown | null | undefined; description?: string | unknown | null | undefined } & ({ operation: 'create' } | { operation: 'update' | 'upsert' }))[] };
/** Arguments of patchEdgeConfigItems. */
export interface PatchEdgeConfigItemsRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: PatchEdgeConfigItemsRequestBody | undefined;
}
/** What patchEdgeConfigItems answers. */
export type PatchEdgeConfigItemsResponseBody = { status: string };
