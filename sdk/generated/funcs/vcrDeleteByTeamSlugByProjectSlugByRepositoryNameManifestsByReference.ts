// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody } from '../types/vcr.ts';

/**
 * Deletes an image manifest or a tag from the container registry.
 * DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
 */
export const vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference: Operation<DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, DeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference} anonymous',
  () => import('../schemas/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts'),
);
