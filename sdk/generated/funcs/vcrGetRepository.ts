// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRepositoryRequest, GetRepositoryResponseBody } from '../types/vcr.ts';

/**
 * Reads one repository for container images.
 * GET /v1/vcr/repository/{idOrName}
 */
export const vcrGetRepository: Operation<GetRepositoryRequest, GetRepositoryResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}?projectId&T',
  () => import('../schemas/vcrGetRepository.ts'),
);
