// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDeploymentRequest, GetDeploymentResponseBody } from '../types/deployments.ts';

/**
 * Reads one deployment by its id or host name.
 * GET /v13/deployments/{idOrUrl}
 */
export const deploymentsGetDeployment: Operation<GetDeploymentRequest, GetDeploymentResponseBody> = /* @__PURE__ */ operation(
  'GET /v13/deployments/{idOrUrl}?withGitRepoInfo&T',
  () => import('../schemas/deploymentsGetDeployment.ts'),
);
