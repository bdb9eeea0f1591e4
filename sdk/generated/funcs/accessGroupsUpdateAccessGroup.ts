// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateAccessGroupRequest, UpdateAccessGroupResponseBody } from '../types/accessGroups.ts';

/**
 * Changes an access group: its name, its projects, who is added or removed.
 * POST /v1/access-groups/{idOrName}
 */
export const accessGroupsUpdateAccessGroup: Operation<UpdateAccessGroupRequest, UpdateAccessGroupResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/access-groups/{idOrName}?T body=json',
  () => import('../schemas/accessGroupsUpdateAccessGroup.ts'),
);
