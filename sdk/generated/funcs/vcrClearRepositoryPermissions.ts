// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ClearRepositoryPermissionsRequest, ClearRepositoryPermissionsResponseBody } from '../types/vcr.ts';

/**
 * Takes everybody else's access to a repository of container images away.
 * DELETE /v1/vcr/repository/{idOrName}/permissions/all
 */
export const vcrClearRepositoryPermissions: Operation<ClearRepositoryPermissionsRequest, ClearRepositoryPermissionsResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/vcr/repository/{idOrName}/permissions/all?projectId&T',
  () => import('../schemas/vcrClearRepositoryPermissions.ts'),
);
