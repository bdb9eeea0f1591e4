// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteRepositoryImageRequest, DeleteRepositoryImageResponseBody } from '../types/vcr.ts';

/**
 * Deletes one container image from a repository.
 * DELETE /v1/vcr/repository/{idOrName}/images/{imageId}
 */
export const vcrDeleteRepositoryImage: Operation<DeleteRepositoryImageRequest, DeleteRepositoryImageResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/vcr/repository/{idOrName}/images/{imageId}?projectId&T',
  () => import('../schemas/vcrDeleteRepositoryImage.ts'),
);
