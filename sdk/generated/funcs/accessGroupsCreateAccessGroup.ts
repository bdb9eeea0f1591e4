// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateAccessGroupRequest, CreateAccessGroupResponseBody } from '../types/accessGroups.ts';

/**
 * Creates an access group.
 * POST /v1/access-groups
 */
export const accessGroupsCreateAccessGroup: Operation<CreateAccessGroupRequest, CreateAccessGroupResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/access-groups?T body=json',
  () => import('../schemas/accessGroupsCreateAccessGroup.ts'),
);
