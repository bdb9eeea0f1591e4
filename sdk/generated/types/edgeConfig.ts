// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateEdgeConfig, GetEdgeConfigBackupBackup, GetEdgeConfigBackupMetadata, GetEdgeConfigBackupUser, GetEdgeConfigItemsItem2, GetEdgeConfigTokens, GetEdgeConfigsItemPurpose, GetEdgeConfigsItemTransfer } from './shared.ts';

/** Arguments of getEdgeConfigs. */
export interface GetEdgeConfigsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigs answers. */
export type GetEdgeConfigsResponseBody = { id?: string; createdAt?: number; ownerId?: string; slug?: string; updatedAt?: number; digest?: string; transfer?: GetEdgeConfigsItemTransfer; schema?: Record<string, unknown>; purpose?: GetEdgeConfigsItemPurpose; sizeInBytes: number; itemCount: number }[];

export type CreateEdgeConfigRequestBody = { slug: string; items?: Record<string, unknown> | undefined };
/** Arguments of createEdgeConfig. */
export interface CreateEdgeConfigRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateEdgeConfigRequestBody;
}
/** What createEdgeConfig answers. */
export type CreateEdgeConfigResponseBody = CreateEdgeConfig;

/** Arguments of getEdgeConfig. */
export interface GetEdgeConfigRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfig answers. */
export type GetEdgeConfigResponseBody = CreateEdgeConfig;

export type UpdateEdgeConfigRequestBody = { slug: string };
/** Arguments of updateEdgeConfig. */
export interface UpdateEdgeConfigRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateEdgeConfigRequestBody;
}
/** What updateEdgeConfig answers. */
export type UpdateEdgeConfigResponseBody = CreateEdgeConfig;

/** Arguments of deleteEdgeConfig. */
export interface DeleteEdgeConfigRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteEdgeConfig answers. */
export type DeleteEdgeConfigResponseBody = void;

/** Arguments of getEdgeConfigItems. */
export interface GetEdgeConfigItemsRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigItems answers. */
export type GetEdgeConfigItemsResponseBody = GetEdgeConfigItemsItem2[];

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

/** Arguments of getEdgeConfigSchema. */
export interface GetEdgeConfigSchemaRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigSchema answers. */
export type GetEdgeConfigSchemaResponseBody = Record<string, unknown> | null;

export type PatchEdgeConfigSchemaRequestBody = { definition: unknown };
/** Arguments of patchEdgeConfigSchema. */
export interface PatchEdgeConfigSchemaRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Dry run: string in the query. */
  dryRun?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: PatchEdgeConfigSchemaRequestBody;
}
/** What patchEdgeConfigSchema answers. */
export type PatchEdgeConfigSchemaResponseBody = Record<string, unknown> | null;

/** Arguments of deleteEdgeConfigSchema. */
export interface DeleteEdgeConfigSchemaRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteEdgeConfigSchema answers. */
export type DeleteEdgeConfigSchemaResponseBody = void;

/** Arguments of getEdgeConfigItem. */
export interface GetEdgeConfigItemRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Edge config item key: string in the path. */
  edgeConfigItemKey: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigItem answers. */
export type GetEdgeConfigItemResponseBody = GetEdgeConfigItemsItem2;

/** Arguments of getEdgeConfigTokens. */
export interface GetEdgeConfigTokensRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigTokens answers. */
export type GetEdgeConfigTokensResponseBody = GetEdgeConfigTokens;

export type DeleteEdgeConfigTokensRequestBody = { tokens: string[] };
/** Arguments of deleteEdgeConfigTokens. */
export interface DeleteEdgeConfigTokensRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: DeleteEdgeConfigTokensRequestBody;
}
/** What deleteEdgeConfigTokens answers. */
export type DeleteEdgeConfigTokensResponseBody = void;

/** Arguments of getEdgeConfigToken. */
export interface GetEdgeConfigTokenRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Token: string in the path. */
  token: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigToken answers. */
export type GetEdgeConfigTokenResponseBody = GetEdgeConfigTokens;

export type CreateEdgeConfigTokenRequestBody = { label: string };
/** Arguments of createEdgeConfigToken. */
export interface CreateEdgeConfigTokenRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateEdgeConfigTokenRequestBody;
}
/** What createEdgeConfigToken answers. */
export type CreateEdgeConfigTokenResponseBody = { token: string; id: string };

/** Arguments of getEdgeConfigBackup. */
export interface GetEdgeConfigBackupRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Edge config backup version id: string in the path. */
  edgeConfigBackupVersionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigBackup answers. */
export type GetEdgeConfigBackupResponseBody = { id: string; lastModified: number; backup: GetEdgeConfigBackupBackup; metadata: GetEdgeConfigBackupMetadata; user?: GetEdgeConfigBackupUser } | { user: GetEdgeConfigBackupUser; id: string; lastModified: number; backup: GetEdgeConfigBackupBackup; metadata: GetEdgeConfigBackupMetadata };

/** Arguments of getEdgeConfigBackups. */
export interface GetEdgeConfigBackupsRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Next: string in the query. */
  next?: string | undefined;
  /** Limit: number from 0 to 50 in the query. */
  limit?: number | undefined;
  /** Metadata: string in the query. */
  metadata?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigBackups answers. */
export type GetEdgeConfigBackupsResponseBody = { backups: { metadata?: GetEdgeConfigBackupMetadata; id: string; lastModified: number }[]; pagination: { hasNext: boolean; next?: string } };
