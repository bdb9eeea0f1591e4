// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody } from '../types/vcr.ts';

/**
 * Stores an image manifest in the container registry under a tag or digest.
 * PUT /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
 */
export const vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference: Operation<ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, ReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> = /* @__PURE__ */ operation(
  'PUT /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference} anonymous',
  () => import('../schemas/vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts'),
);
