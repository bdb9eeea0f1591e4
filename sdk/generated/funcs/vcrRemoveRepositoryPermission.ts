// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveRepositoryPermissionRequest, RemoveRepositoryPermissionResponseBody } from '../types/vcr.ts';

/**
 * Stops letting a team or project pull container images from a repository.
 * DELETE /v1/vcr/repository/{idOrName}/permissions
 */
export const vcrRemoveRepositoryPermission: Operation<RemoveRepositoryPermissionRequest, RemoveRepositoryPermissionResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/vcr/repository/{idOrName}/permissions?projectId&T body=json',
  () => import('../schemas/vcrRemoveRepositoryPermission.ts'),
);
