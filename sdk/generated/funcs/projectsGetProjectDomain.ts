// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectDomainRequest, GetProjectDomainResponseBody } from '../types/projects.ts';

/**
 * Reads one domain of a project.
 * GET /v9/projects/{idOrName}/domains/{domain}
 */
export const projectsGetProjectDomain: Operation<GetProjectDomainRequest, GetProjectDomainResponseBody> = /* @__PURE__ */ operation(
  'GET /v9/projects/{idOrName}/domains/{domain}?T',
  () => import('../schemas/projectsGetProjectDomain.ts'),
);
