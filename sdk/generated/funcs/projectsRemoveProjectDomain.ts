// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveProjectDomainRequest, RemoveProjectDomainResponseBody } from '../types/projects.ts';

/**
 * Takes a domain away from a project.
 * DELETE /v9/projects/{idOrName}/domains/{domain}
 */
export const projectsRemoveProjectDomain: Operation<RemoveProjectDomainRequest, RemoveProjectDomainResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v9/projects/{idOrName}/domains/{domain}?T body=json',
  () => import('../schemas/projectsRemoveProjectDomain.ts'),
);
