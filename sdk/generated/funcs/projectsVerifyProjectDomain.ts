// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { VerifyProjectDomainRequest, VerifyProjectDomainResponseBody } from '../types/projects.ts';

/**
 * Checks the ownership records of a project's domain again.
 * POST /v9/projects/{idOrName}/domains/{domain}/verify
 */
export const projectsVerifyProjectDomain: Operation<VerifyProjectDomainRequest, VerifyProjectDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v9/projects/{idOrName}/domains/{domain}/verify?T',
  () => import('../schemas/projectsVerifyProjectDomain.ts'),
);
