// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { ListAccessGroupMembersRequest, ListAccessGroupMembersResponseBody } from '../types/accessGroups.ts';

/**
 * Lists who belongs to an access group, page by page.
 * GET /v1/access-groups/{idOrName}/members
 */
export const accessGroupsListAccessGroupMembers: Operation<ListAccessGroupMembersRequest, ListAccessGroupMembersResponseBody> & Paged<'next', 'members'> = /* @__PURE__ */ operation(
  'GET /v1/access-groups/{idOrName}/members?limit&next&search&T',
  () => import('../schemas/accessGroupsListAccessGroupMembers.ts'),
  ['next', 'members'],
);
