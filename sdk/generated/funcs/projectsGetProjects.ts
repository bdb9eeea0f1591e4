// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetProjectsRequest, GetProjectsResponseBody } from '../types/projects.ts';

/**
 * Lists the projects of the account or team, page by page.
 * GET /v10/projects
 */
export const projectsGetProjects: OptionalOperation<GetProjectsRequest, GetProjectsResponseBody> & Paged<'from', 'projects'> = /* @__PURE__ */ operation(
  'GET /v10/projects?from&gitForkProtection&limit&search&repo&repoId&repoUrl&excludeRepos&edgeConfigId&edgeConfigTokenId&deprecated&elasticConcurrencyEnabled&staticIpsEnabled&buildMachineTypes&buildQueueConfiguration&T',
  () => import('../schemas/projectsGetProjects.ts'),
  ['from', 'projects'],
);
