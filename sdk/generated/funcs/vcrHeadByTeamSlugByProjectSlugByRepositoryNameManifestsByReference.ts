// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody } from '../types/vcr.ts';

/**
 * Asks whether the container registry has an image manifest.
 * HEAD /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference}
 */
export const vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference: Operation<HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceRequest, HeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReferenceResponseBody> = /* @__PURE__ */ operation(
  'HEAD /v2/{teamSlug}/{projectSlug}/{repositoryName}/manifests/{reference} anonymous',
  () => import('../schemas/vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts'),
);
