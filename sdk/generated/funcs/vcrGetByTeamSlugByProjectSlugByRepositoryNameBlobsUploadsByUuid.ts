// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody } from '../types/vcr.ts';

/**
 * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}.
 * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid}
 */
export const vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid: Operation<GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuidResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/{uuid} anonymous',
  () => import('../schemas/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts'),
);
