// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody } from '../types/vcr.ts';

/**
 * Asks whether the container registry has a layer (blob), and how large it is.
 * HEAD /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest}
 */
export const vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest: Operation<HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestRequest, HeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigestResponseBody> = /* @__PURE__ */ operation(
  'HEAD /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/{digest} anonymous',
  () => import('../schemas/vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts'),
);
