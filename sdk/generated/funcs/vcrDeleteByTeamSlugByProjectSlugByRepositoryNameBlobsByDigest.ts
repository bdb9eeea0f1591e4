// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody } from '../types/vcr.ts';

/**
 * Deletes a layer (blob) from the container registry.
 * DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest}
 */
export const vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest: Operation<DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest} accept=*/* anonymous',
  () => import('../schemas/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts'),
);
