// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { vcrCreateRepository } from '../funcs/vcrCreateRepository.ts';
import { vcrListRepositories } from '../funcs/vcrListRepositories.ts';
import { vcrGetRepository } from '../funcs/vcrGetRepository.ts';
import { vcrDeleteRepository } from '../funcs/vcrDeleteRepository.ts';
import { vcrListRepositoryImages } from '../funcs/vcrListRepositoryImages.ts';
import { vcrAddRepositoryPermission } from '../funcs/vcrAddRepositoryPermission.ts';
import { vcrRemoveRepositoryPermission } from '../funcs/vcrRemoveRepositoryPermission.ts';
import { vcrListRepositoryPermissions } from '../funcs/vcrListRepositoryPermissions.ts';
import { vcrClearRepositoryPermissions } from '../funcs/vcrClearRepositoryPermissions.ts';
import { vcrListRepositoryTags } from '../funcs/vcrListRepositoryTags.ts';
import { vcrGetRepositoryTag } from '../funcs/vcrGetRepositoryTag.ts';
import { vcrGetRepositoryImage } from '../funcs/vcrGetRepositoryImage.ts';
import { vcrDeleteRepositoryImage } from '../funcs/vcrDeleteRepositoryImage.ts';
import { vcrGetRoot } from '../funcs/vcrGetRoot.ts';
import { vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest } from '../funcs/vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest } from '../funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts';
import { vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest } from '../funcs/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from '../funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from '../funcs/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from '../funcs/vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from '../funcs/vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads } from '../funcs/vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads.ts';
import { vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from '../funcs/vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from '../funcs/vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from '../funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from '../funcs/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList } from '../funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList.ts';
import type { AddRepositoryPermissionRequest, AddRepositoryPermissionResponseBody, ClearRepositoryPermissionsRequest, ClearRepositoryPermissionsResponseBody, CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsRequest, CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsResponseBody, CreateRepositoryRequest, CreateRepositoryResponseBody, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody, DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody, DeleteRepositoryImageRequest, DeleteRepositoryImageResponseBody, DeleteRepositoryRequest, DeleteRepositoryResponseBody, GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody, GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody, GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody, GetByTeamSlugByProjectSlugByRepositoryNameTagsListRequest, GetByTeamSlugByProjectSlugByRepositoryNameTagsListResponseBody, GetRepositoryImageRequest, GetRepositoryImageResponseBody, GetRepositoryRequest, GetRepositoryResponseBody, GetRepositoryTagRequest, GetRepositoryTagResponseBody, GetRootResponseBody, HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody, HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody, ListRepositoriesRequest, ListRepositoriesResponseBody, ListRepositoryImagesRequest, ListRepositoryImagesResponseBody, ListRepositoryPermissionsRequest, ListRepositoryPermissionsResponseBody, ListRepositoryTagsRequest, ListRepositoryTagsResponseBody, RemoveRepositoryPermissionRequest, RemoveRepositoryPermissionResponseBody, ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody, ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody, UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody } from '../types/vcr.ts';

export class Vcr {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Creates a repository for container images.
   * POST /v1/vcr/repository
   */
  createRepository(request?: CreateRepositoryRequest, options?: CallOptions): CallPromise<CreateRepositoryResponseBody> {
    return asValue(vcrCreateRepository(this.#core, request, options));
  }

  /**
   * Lists the repositories for container images of a team or project.
   * GET /v1/vcr/repository
   */
  listRepositories(request: ListRepositoriesRequest, options?: CallOptions): CallPromise<ListRepositoriesResponseBody> {
    return asValue(vcrListRepositories(this.#core, request, options));
  }

  /**
   * Reads one repository for container images.
   * GET /v1/vcr/repository/{idOrName}
   */
  getRepository(request: GetRepositoryRequest, options?: CallOptions): CallPromise<GetRepositoryResponseBody> {
    return asValue(vcrGetRepository(this.#core, request, options));
  }

  /**
   * Deletes a repository with all its container images.
   * DELETE /v1/vcr/repository/{idOrName}
   */
  deleteRepository(request: DeleteRepositoryRequest, options?: CallOptions): CallPromise<DeleteRepositoryResponseBody> {
    return asValue(vcrDeleteRepository(this.#core, request, options));
  }

  /**
   * Lists the container images in a repository, page by page.
   * GET /v1/vcr/repository/{idOrName}/images
   */
  listRepositoryImages(request: ListRepositoryImagesRequest, options?: CallOptions): CallPromise<ListRepositoryImagesResponseBody> {
    return asValue(vcrListRepositoryImages(this.#core, request, options));
  }

  /**
   * Lets another team or project pull container images from a repository.
   * POST /v1/vcr/repository/{idOrName}/permissions
   */
  addRepositoryPermission(request: AddRepositoryPermissionRequest, options?: CallOptions): CallPromise<AddRepositoryPermissionResponseBody> {
    return asValue(vcrAddRepositoryPermission(this.#core, request, options));
  }

  /**
   * Stops letting a team or project pull container images from a repository.
   * DELETE /v1/vcr/repository/{idOrName}/permissions
   */
  removeRepositoryPermission(request: RemoveRepositoryPermissionRequest, options?: CallOptions): CallPromise<RemoveRepositoryPermissionResponseBody> {
    return asValue(vcrRemoveRepositoryPermission(this.#core, request, options));
  }

  /**
   * Lists the teams and projects that may pull container images from a repository.
   * GET /v1/vcr/repository/{idOrName}/permissions
   */
  listRepositoryPermissions(request: ListRepositoryPermissionsRequest, options?: CallOptions): CallPromise<ListRepositoryPermissionsResponseBody> {
    return asValue(vcrListRepositoryPermissions(this.#core, request, options));
  }

  /**
   * Takes everybody else's access to a repository of container images away.
   * DELETE /v1/vcr/repository/{idOrName}/permissions/all
   */
  clearRepositoryPermissions(request: ClearRepositoryPermissionsRequest, options?: CallOptions): CallPromise<ClearRepositoryPermissionsResponseBody> {
    return asValue(vcrClearRepositoryPermissions(this.#core, request, options));
  }

  /**
   * Lists the tags of a repository of container images, page by page.
   * GET /v1/vcr/repository/{idOrName}/tags
   */
  listRepositoryTags(request: ListRepositoryTagsRequest, options?: CallOptions): CallPromise<ListRepositoryTagsResponseBody> {
    return asValue(vcrListRepositoryTags(this.#core, request, options));
  }

  /**
   * Reads which container image a tag of a repository points at.
   * GET /v1/vcr/repository/{idOrName}/tags/{tag}
   */
  getRepositoryTag(request: GetRepositoryTagRequest, options?: CallOptions): CallPromise<GetRepositoryTagResponseBody> {
    return asValue(vcrGetRepositoryTag(this.#core, request, options));
  }

  /**
   * Reads one container image of a repository by id or digest.
   * GET /v1/vcr/repository/{idOrName}/images/{imageIdOrDigest}
   */
  getRepositoryImage(request: GetRepositoryImageRequest, options?: CallOptions): CallPromise<GetRepositoryImageResponseBody> {
    return asValue(vcrGetRepositoryImage(this.#core, request, options));
  }

  /**
   * Deletes one container image from a repository.
   * DELETE /v1/vcr/repository/{idOrName}/images/{imageId}
   */
  deleteRepositoryImage(request: DeleteRepositoryImageRequest, options?: CallOptions): CallPromise<DeleteRepositoryImageResponseBody> {
    return asValue(vcrDeleteRepositoryImage(this.#core, request, options));
  }

  /**
   * Tells whether the container registry speaks version 2 of its protocol and takes the token.
   * GET /v2/
   */
  getRoot(options?: CallOptions): CallPromise<GetRootResponseBody> {
    return asValue(vcrGetRoot(this.#core, options));
  }

  /**
   * Asks whether the container registry has a layer (blob), and how large it is.
   * HEAD /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest}
   */
  headByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(request: HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, options?: CallOptions): CallPromise<HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody> {
    return asValue(vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(this.#core, request, options));
  }

  /**
   * Fetches a layer (blob) of a container image by its digest.
   * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest}
   */
  getByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(request: GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, options?: CallOptions): CallPromise<GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody> {
    return asValue(vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(this.#core, request, options));
  }

  /**
   * Deletes a layer (blob) from the container registry.
   * DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest}
   */
  deleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(request: DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, options?: CallOptions): CallPromise<DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody> {
    return asValue(vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(this.#core, request, options));
  }

  /**
   * Tells how much of a layer's upload to the container registry has arrived.
   * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
   */
  getByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(request: GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, options?: CallOptions): CallPromise<GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> {
    return asValue(vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(this.#core, request, options));
  }

  /**
   * Gives up a layer's upload to the container registry.
   * DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
   */
  deleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(request: DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, options?: CallOptions): CallPromise<DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> {
    return asValue(vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(this.#core, request, options));
  }

  /**
   * Sends the next part of a layer's upload to the container registry.
   * PATCH /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
   */
  updateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(request: UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, options?: CallOptions): CallPromise<UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> {
    return asValue(vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(this.#core, request, options));
  }

  /**
   * Ends a layer's upload to the container registry and states its digest.
   * PUT /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
   */
  replaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(request: ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, options?: CallOptions): CallPromise<ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> {
    return asValue(vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(this.#core, request, options));
  }

  /**
   * Starts the upload of a layer (blob) to the container registry, or mounts one from elsewhere.
   * POST /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/
   */
  createByTeamSlugByProjectSlugByRepositoryNameBlobsUploads(request: CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsRequest, options?: CallOptions): CallPromise<CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsResponseBody> {
    return asValue(vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads(this.#core, request, options));
  }

  /**
   * Stores an image manifest in the container registry under a tag or digest.
   * PUT /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
   */
  replaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(request: ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, options?: CallOptions): CallPromise<ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> {
    return asValue(vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(this.#core, request, options));
  }

  /**
   * Asks whether the container registry has an image manifest.
   * HEAD /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
   */
  headByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(request: HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, options?: CallOptions): CallPromise<HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> {
    return asValue(vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(this.#core, request, options));
  }

  /**
   * Fetches an image manifest from the container registry by tag or digest.
   * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
   */
  getByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(request: GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, options?: CallOptions): CallPromise<GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> {
    return asValue(vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(this.#core, request, options));
  }

  /**
   * Deletes an image manifest or a tag from the container registry.
   * DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
   */
  deleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(request: DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, options?: CallOptions): CallPromise<DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> {
    return asValue(vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(this.#core, request, options));
  }

  /**
   * Lists the tags of an image repository in the container registry's own protocol.
   * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/tags/list
   */
  getByTeamSlugByProjectSlugByRepositoryNameTagsList(request: GetByTeamSlugByProjectSlugByRepositoryNameTagsListRequest, options?: CallOptions): CallPromise<GetByTeamSlugByProjectSlugByRepositoryNameTagsListResponseBody> {
    return asValue(vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList(this.#core, request, options));
  }
}
