// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListRepositoryPermissionsRequest, ListRepositoryPermissionsResponseBody } from '../types/vcr.ts';

/**
 * Lists the teams and projects that may pull container images from a repository.
 * GET /v1/vcr/repository/{idOrName}/permissions
 */
export const vcrListRepositoryPermissions: Operation<ListRepositoryPermissionsRequest, ListRepositoryPermissionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}/permissions?projectId&limit&cursor&T',
  () => import('../schemas/vcrListRepositoryPermissions.ts'),
);
