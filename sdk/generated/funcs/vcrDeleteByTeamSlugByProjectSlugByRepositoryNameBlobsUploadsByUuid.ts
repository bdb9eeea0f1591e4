// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody } from '../types/vcr.ts';

/**
 * Gives up a layer's upload to the container registry.
 * DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
 */
export const vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid: Operation<DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid} anonymous',
  () => import('../schemas/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts'),
);
