// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { GetEdgeConfigBackupBackup, GetEdgeConfigBackupMetadata, GetEdgeConfigBackupUser, GetEdgeConfigItemsItem2, GetEdgeConfigTokens, GetEdgeConfigs } from './shared.ts';

/** Arguments of getEdgeConfigs. */
export interface GetEdgeConfigsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getEdgeConfigs answers. */
export type GetEdgeConfigsResponseBody = GetEdgeConfigs;

export type CreateEdgeConfigRequestBody = { slug: string; items?: Record<string, unknown> | undefined };
/** Arguments of createEdgeConfig. */
export interface CreateEdgeConfigRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateEdgeConfigRequestBody | undefined;
}
/** What createEdgeConfig answers. */
export type CreateEdgeConfigResponseBody = GetEdgeConfigs;

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
export type GetEdgeConfigResponseBody = GetEdgeConfigs;

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
  requestBody?: UpdateEdgeConfigRequestBody | undefined;
}
/** What updateEdgeConfig answers. */
export type UpdateEdgeConfigResponseBody = GetEdgeConfigs;

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
export type GetEdgeConfigSchemaResponseBody = Record<string, unknown>;

export type PatchEdgeConfigSchemaRequestBody = { definition?: unknown | undefined };
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
  requestBody?: PatchEdgeConfigSchemaRequestBody | undefined;
}
/** What patchEdgeConfigSchema answers. */
export type PatchEdgeConfigSchemaResponseBody = Record<string, unknown>;

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

export type DeleteEdgeConfigTokensRequestBody = { tokens: string[]; ids?: string[] | undefined } | { tokens?: string[] | undefined; ids: string[] };
/** Arguments of deleteEdgeConfigTokens. */
export interface DeleteEdgeConfigTokensRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: DeleteEdgeConfigTokensRequestBody | undefined;
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
  requestBody?: CreateEdgeConfigTokenRequestBody | undefined;
}
/** What createEdgeConfigToken answers. */
export type CreateEdgeConfigTokenResponseBody = { id: string; token: string };

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
export type GetEdgeConfigBackupResponseBody = { backup: GetEdgeConfigBackupBackup; id: string; lastModified: number; metadata: GetEdgeConfigBackupMetadata; user: GetEdgeConfigBackupUser } | { backup: GetEdgeConfigBackupBackup; id: string; lastModified: number; metadata: GetEdgeConfigBackupMetadata; user?: GetEdgeConfigBackupUser };

/** Arguments of restoreEdgeConfigBackup. */
export interface RestoreEdgeConfigBackupRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Edge config backup version id: string in the path. */
  edgeConfigBackupVersionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What restoreEdgeConfigBackup answers. */
export type RestoreEdgeConfigBackupResponseBody = { digest: string; previousDigest: string; restoredFrom: string; status: 'ok' | OpenString };

/** Arguments of getEdgeConfigBackups. */
export interface GetEdgeConfigBackupsRequest {
  /** Edge config id: string in the path. */
  edgeConfigId: string;
  /** Next: string in the query. */
  next?: string | undefined;
  /** Limit: number in the query. */
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
