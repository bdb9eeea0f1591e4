// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateRepositoryRequest, CreateRepositoryResponseBody } from '../types/vcr.ts';

/**
 * Creates a repository for container images.
 * POST /v1/vcr/repository
 */
export const vcrCreateRepository: OptionalOperation<CreateRepositoryRequest, CreateRepositoryResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/vcr/repository?T body=json',
  () => import('../schemas/vcrCreateRepository.ts'),
);
