// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { ListAccessGroupProjectsRequest, ListAccessGroupProjectsResponseBody } from '../types/accessGroups.ts';

/**
 * Lists the projects an access group opens, page by page.
 * GET /v1/access-groups/{idOrName}/projects
 */
export const accessGroupsListAccessGroupProjects: Operation<ListAccessGroupProjectsRequest, ListAccessGroupProjectsResponseBody> & Paged<'next', 'projects'> = /* @__PURE__ */ operation(
  'GET /v1/access-groups/{idOrName}/projects?limit&next&T',
  () => import('../schemas/accessGroupsListAccessGroupProjects.ts'),
  ['next', 'projects'],
);
