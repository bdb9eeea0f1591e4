// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AddProjectDomainRequest, AddProjectDomainResponseBody } from '../types/projects.ts';

/**
 * Adds a domain to a project.
 * POST /v10/projects/{idOrName}/domains
 */
export const projectsAddProjectDomain: Operation<AddProjectDomainRequest, AddProjectDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v10/projects/{idOrName}/domains?T body=json',
  () => import('../schemas/projectsAddProjectDomain.ts'),
);
