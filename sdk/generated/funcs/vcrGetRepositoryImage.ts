// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRepositoryImageRequest, GetRepositoryImageResponseBody } from '../types/vcr.ts';

/**
 * Reads one container image of a repository by id or digest.
 * GET /v1/vcr/repository/{idOrName}/images/{imageIdOrDigest}
 */
export const vcrGetRepositoryImage: Operation<GetRepositoryImageRequest, GetRepositoryImageResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}/images/{imageIdOrDigest}?projectId&T',
  () => import('../schemas/vcrGetRepositoryImage.ts'),
);
