// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAccessGroupRequest, DeleteAccessGroupResponseBody } from '../types/accessGroups.ts';

/**
 * Deletes an access group.
 * DELETE /v1/access-groups/{idOrName}
 */
export const accessGroupsDeleteAccessGroup: Operation<DeleteAccessGroupRequest, DeleteAccessGroupResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/access-groups/{idOrName}?T accept=*/*',
  () => import('../schemas/accessGroupsDeleteAccessGroup.ts'),
);
