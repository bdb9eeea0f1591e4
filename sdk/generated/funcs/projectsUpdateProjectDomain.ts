// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateProjectDomainRequest, UpdateProjectDomainResponseBody } from '../types/projects.ts';

/**
 * Changes where a project's domain points or redirects to.
 * PATCH /v9/projects/{idOrName}/domains/{domain}
 */
export const projectsUpdateProjectDomain: Operation<UpdateProjectDomainRequest, UpdateProjectDomainResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v9/projects/{idOrName}/domains/{domain}?T body=json',
  () => import('../schemas/projectsUpdateProjectDomain.ts'),
);
