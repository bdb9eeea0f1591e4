// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListRepositoryPermissionsRequest, ListRepositoryPermissionsResponseBody } from '../types/vcr.ts';

/**
 * List repository permissions (GET /vcr/repository/{idOrName}/permissions).
 * GET /v1/vcr/repository/{idOrName}/permissions
 */
export const vcrListRepositoryPermissions: Operation<ListRepositoryPermissionsRequest, ListRepositoryPermissionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}/permissions?projectId&limit&cursor&T',
  () => import('../schemas/vcrListRepositoryPermissions.ts'),
);
