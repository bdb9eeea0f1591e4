// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { ListPromoteAliasesRequest, ListPromoteAliasesResponseBody } from '../types/projects.ts';

/**
 * Lists how each alias fared in the last promotion, page by page.
 * GET /v1/projects/{projectId}/promote/aliases
 */
export const projectsListPromoteAliases: Operation<ListPromoteAliasesRequest, ListPromoteAliasesResponseBody> & Paged<'until', 'aliases'> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectId}/promote/aliases?limit&since&until&failedOnly&T',
  () => import('../schemas/projectsListPromoteAliases.ts'),
  ['until', 'aliases'],
);
