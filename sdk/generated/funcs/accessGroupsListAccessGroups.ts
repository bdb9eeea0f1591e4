// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, type Paged, operation } from '../../runtime/operation.ts';
import type { ListAccessGroupsRequest, ListAccessGroupsResponseBody } from '../types/accessGroups.ts';

/**
 * Lists the access groups of a team, a project or a member, page by page.
 * GET /v1/access-groups
 */
export const accessGroupsListAccessGroups: OptionalOperation<ListAccessGroupsRequest, ListAccessGroupsResponseBody> & Paged<'next', 'accessGroups'> = /* @__PURE__ */ operation(
  'GET /v1/access-groups?projectId&search&membersLimit&projectsLimit&limit&next&T',
  () => import('../schemas/accessGroupsListAccessGroups.ts'),
  ['next', 'accessGroups'],
);
