// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody } from '../types/vcr.ts';

/**
 * Sends the next part of a layer's upload to the container registry.
 * PATCH /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
 */
export const vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid: Operation<UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, UpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid} anonymous',
  () => import('../schemas/vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts'),
);
