// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody } from '../types/vcr.ts';

/**
 * Tells how much of a layer's upload to the container registry has arrived.
 * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
 */
export const vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid: Operation<GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid} anonymous',
  () => import('../schemas/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts'),
);
