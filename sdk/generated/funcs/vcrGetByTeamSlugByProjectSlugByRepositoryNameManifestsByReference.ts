// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody } from '../types/vcr.ts';

/**
 * Fetches an image manifest from the container registry by tag or digest.
 * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
 */
export const vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference: Operation<GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, GetByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference} answer=file accept=*/* anonymous',
  () => import('../schemas/vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts'),
);
