// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListRepositoryImagesRequest, ListRepositoryImagesResponseBody } from '../types/vcr.ts';

/**
 * Lists the container images in a repository, page by page.
 * GET /v1/vcr/repository/{idOrName}/images
 */
export const vcrListRepositoryImages: Operation<ListRepositoryImagesRequest, ListRepositoryImagesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}/images?projectId&limit&cursor&untagged&T',
  () => import('../schemas/vcrListRepositoryImages.ts'),
);
