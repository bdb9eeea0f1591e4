// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteRepositoryRequest, DeleteRepositoryResponseBody } from '../types/vcr.ts';

/**
 * Deletes a repository with all its container images.
 * DELETE /v1/vcr/repository/{idOrName}
 */
export const vcrDeleteRepository: Operation<DeleteRepositoryRequest, DeleteRepositoryResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/vcr/repository/{idOrName}?projectId&T',
  () => import('../schemas/vcrDeleteRepository.ts'),
);
