// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetProjectDomainsRequest, GetProjectDomainsResponseBody } from '../types/projects.ts';

/**
 * Lists the domains of a project, page by page.
 * GET /v9/projects/{idOrName}/domains
 */
export const projectsGetProjectDomains: Operation<GetProjectDomainsRequest, GetProjectDomainsResponseBody> & Paged<'until', 'domains'> = /* @__PURE__ */ operation(
  'GET /v9/projects/{idOrName}/domains?production&target&customEnvironmentId&gitBranch&redirects&redirect&verified&limit&since&until&order&T',
  () => import('../schemas/projectsGetProjectDomains.ts'),
  ['until', 'domains'],
);
