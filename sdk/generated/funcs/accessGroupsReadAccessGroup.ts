// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReadAccessGroupRequest, ReadAccessGroupResponseBody } from '../types/accessGroups.ts';

/**
 * Reads one access group by its id or name.
 * GET /v1/access-groups/{idOrName}
 */
export const accessGroupsReadAccessGroup: Operation<ReadAccessGroupRequest, ReadAccessGroupResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/access-groups/{idOrName}?T',
  () => import('../schemas/accessGroupsReadAccessGroup.ts'),
);
