// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody } from '../types/vcr.ts';

/**
 * Fetches a layer (blob) of a container image by its digest.
 * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest}
 */
export const vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest: Operation<GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, GetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest} answer=file accept=*/* anonymous',
  () => import('../schemas/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts'),
);
