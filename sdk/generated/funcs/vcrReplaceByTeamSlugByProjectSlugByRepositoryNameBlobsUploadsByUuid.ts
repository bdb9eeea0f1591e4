// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody } from '../types/vcr.ts';

/**
 * Ends a layer's upload to the container registry and states its digest.
 * PUT /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
 */
export const vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid: Operation<ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, ReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> = /* @__PURE__ */ operation(
  'PUT /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}?digest anonymous',
  () => import('../schemas/vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts'),
);
