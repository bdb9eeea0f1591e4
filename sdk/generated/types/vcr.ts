// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { JsonValue, OpenString } from '../../runtime/values.ts';
import type { AddRepositoryPermissionPermission, CreateRepository, CreateRepositoryRepository, GetRepositoryImageImageLayersItemOperation, ListRepositoryImagesImagesItemStatus, ListRepositoryTagsTagsItem } from './shared.ts';

export type CreateRepositoryRequestBody = { projectId: string; name: string };
/** Arguments of createRepository. */
export interface CreateRepositoryRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateRepositoryRequestBody | undefined;
}
/** What createRepository answers. */
export type CreateRepositoryResponseBody = CreateRepository;

/** Arguments of listRepositories. */
export interface ListRepositoriesRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listRepositories answers. */
export type ListRepositoriesResponseBody = { nextCursor?: string; repositories: CreateRepositoryRepository[] };

/** Arguments of getRepository. */
export interface GetRepositoryRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRepository answers. */
export type GetRepositoryResponseBody = CreateRepository;

/** Arguments of deleteRepository. */
export interface DeleteRepositoryRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteRepository answers. */
export type DeleteRepositoryResponseBody = unknown;

/** Arguments of listRepositoryImages. */
export interface ListRepositoryImagesRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Untagged: true or false in the query. */
  untagged?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listRepositoryImages answers. */
export type ListRepositoryImagesResponseBody = { images: ({ arch?: string; createdAt: string; id: string; kind: 'attestation' | 'index' | 'manifest' | OpenString; manifestDigest: string; platform?: string; pushedBy?: string; repositoryId: string; sizeInBytes: number; status: ListRepositoryImagesImagesItemStatus; tags: string[] })[]; nextCursor?: string };

export type AddRepositoryPermissionRequestBody = { teamId?: string | undefined; teamSlug?: string | undefined };
/** Arguments of addRepositoryPermission. */
export interface AddRepositoryPermissionRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: AddRepositoryPermissionRequestBody | undefined;
}
/** What addRepositoryPermission answers. */
export type AddRepositoryPermissionResponseBody = { permission: AddRepositoryPermissionPermission };

export type RemoveRepositoryPermissionRequestBody = { teamId?: string | undefined; teamSlug?: string | undefined };
/** Arguments of removeRepositoryPermission. */
export interface RemoveRepositoryPermissionRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: RemoveRepositoryPermissionRequestBody | undefined;
}
/** What removeRepositoryPermission answers. */
export type RemoveRepositoryPermissionResponseBody = void;

/** Arguments of listRepositoryPermissions. */
export interface ListRepositoryPermissionsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listRepositoryPermissions answers. */
export type ListRepositoryPermissionsResponseBody = { nextCursor?: string; permissions: AddRepositoryPermissionPermission[] };

/** Arguments of clearRepositoryPermissions. */
export interface ClearRepositoryPermissionsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What clearRepositoryPermissions answers. */
export type ClearRepositoryPermissionsResponseBody = void;

/** Arguments of listRepositoryTags. */
export interface ListRepositoryTagsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Sort by: one of `updatedAt`, `tag` in the query. Default: updatedAt. */
  sortBy?: 'updatedAt' | 'tag' | undefined;
  /** Sort order: one of `asc`, `desc` in the query. Default: desc. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listRepositoryTags answers. */
export type ListRepositoryTagsResponseBody = { nextCursor?: string; tags: ListRepositoryTagsTagsItem[] };

/** Arguments of getRepositoryTag. */
export interface GetRepositoryTagRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Tag: string in the path. */
  tag: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRepositoryTag answers. */
export type GetRepositoryTagResponseBody = { tag: ListRepositoryTagsTagsItem };

/** Arguments of getRepositoryImage. */
export interface GetRepositoryImageRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Image id or digest: string in the path. */
  imageIdOrDigest: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRepositoryImage answers. */
export type GetRepositoryImageResponseBody = { image: { arch?: string; createdAt: string; id: string; kind: 'attestation' | 'index' | 'manifest' | OpenString; layers: ({ createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; baseImage: string | null; collapsedDigests: string[]; collapsedLayerCount: number; type: 'FROM' | OpenString } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; command: string | null; type: 'RUN' | OpenString } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; env: string | null; type: 'ENV' | OpenString } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'ADD' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'ARG' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'CMD' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'COPY' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'ENTRYPOINT' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'EXPOSE' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'HEALTHCHECK' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'LABEL' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'ONBUILD' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'SHELL' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'STOPSIGNAL' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'UNKNOWN' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'USER' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'VOLUME' | OpenString; value: string | null } | { createdBy: string | null; digest: string | null; operation: GetRepositoryImageImageLayersItemOperation; sizeBytes: number | null; type: 'WORKDIR' | OpenString; value: string | null })[]; manifestDigest: string; platform?: string; pushedBy?: string; repositoryId: string; sizeInBytes: number; status: ListRepositoryImagesImagesItemStatus; tags: string[] } };

/** Arguments of deleteRepositoryImage. */
export interface DeleteRepositoryImageRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Image id: string in the path. */
  imageId: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteRepositoryImage answers. */
export type DeleteRepositoryImageResponseBody = unknown;

/** What getRoot answers. */
export type GetRootResponseBody = Record<string, unknown>;

/** Arguments of headByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest. */
export interface HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Digest: string in the path. */
  digest: string;
}
/** What headByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest answers. */
export type HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody = void;

/** Arguments of getByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest. */
export interface GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Digest: string in the path. */
  digest: string;
}
export type GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody = ReadableStream<Uint8Array> | JsonValue;

/** Arguments of deleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest. */
export interface DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Digest: string in the path. */
  digest: string;
}
/** What deleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest answers. */
export type DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody = void;

/** Arguments of getByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid. */
export interface GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Uuid: string in the path. */
  uuid: string;
}
/** What getByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid answers. */
export type GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody = void;

/** Arguments of deleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid. */
export interface DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Uuid: string in the path. */
  uuid: string;
}
/** What deleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid answers. */
export type DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody = void;

/** Arguments of updateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid. */
export interface UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Uuid: string in the path. */
  uuid: string;
}
/** What updateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid answers. */
export type UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody = unknown;

/** Arguments of replaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid. */
export interface ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Uuid: string in the path. */
  uuid: string;
  /** Digest: string in the query. */
  digest: string;
}
/** What replaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid answers. */
export type ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody = unknown;

/** Arguments of createByTeamSlugByProjectSlugByRepositoryNameBlobsUploads. */
export interface CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Mount: string in the query. */
  mount?: string | undefined;
  /** From: string in the query. */
  from?: string | undefined;
}
/** What createByTeamSlugByProjectSlugByRepositoryNameBlobsUploads answers. */
export type CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsResponseBody = unknown;

/** Arguments of replaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference. */
export interface ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Reference: string in the path. */
  reference: string;
}
/** What replaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference answers. */
export type ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody = unknown;

/** Arguments of headByTeamSlugByProjectSlugByRepositoryNameManifestsByReference. */
export interface HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Reference: string in the path. */
  reference: string;
}
/** What headByTeamSlugByProjectSlugByRepositoryNameManifestsByReference answers. */
export type HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody = void;

/** Arguments of getByTeamSlugByProjectSlugByRepositoryNameManifestsByReference. */
export interface GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Reference: string in the path. */
  reference: string;
}
export type GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody = ReadableStream<Uint8Array> | JsonValue;

/** Arguments of deleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference. */
export interface DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** Reference: string in the path. */
  reference: string;
}
/** What deleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference answers. */
export type DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody = unknown;

/** Arguments of getByTeamSlugByProjectSlugByRepositoryNameTagsList. */
export interface GetByTeamSlugByProjectSlugByRepositoryNameTagsListRequest {
  /** Team slug: string in the path. */
  teamSlug: string;
  /** Project slug: string in the path. */
  projectSlug: string;
  /** Repository name: string in the path. */
  repositoryName: string;
  /** N: whole number in the query. */
  n?: number | undefined;
  /** Last: string in the query. */
  last?: string | undefined;
}
/** What getByTeamSlugByProjectSlugByRepositoryNameTagsList answers. */
export type GetByTeamSlugByProjectSlugByRepositoryNameTagsListResponseBody = { name: string; tags: string[] };
