// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListRepositoriesRequest, ListRepositoriesResponseBody } from '../types/vcr.ts';

/**
 * Lists the repositories for container images of a team or project.
 * GET /v1/vcr/repository
 */
export const vcrListRepositories: Operation<ListRepositoriesRequest, ListRepositoriesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository?projectId&limit&cursor&T',
  () => import('../schemas/vcrListRepositories.ts'),
);
