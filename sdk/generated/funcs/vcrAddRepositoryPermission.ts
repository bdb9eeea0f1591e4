// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AddRepositoryPermissionRequest, AddRepositoryPermissionResponseBody } from '../types/vcr.ts';

/**
 * Lets another team or project pull container images from a repository.
 * POST /v1/vcr/repository/{idOrName}/permissions
 */
export const vcrAddRepositoryPermission: Operation<AddRepositoryPermissionRequest, AddRepositoryPermissionResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/vcr/repository/{idOrName}/permissions?projectId&T body=json',
  () => import('../schemas/vcrAddRepositoryPermission.ts'),
);
