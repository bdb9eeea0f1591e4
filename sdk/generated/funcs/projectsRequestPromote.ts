// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RequestPromoteRequest, RequestPromoteResponseBody } from '../types/projects.ts';

/**
 * Points a project's production domains at another deployment.
 * POST /v10/projects/{projectId}/promote/{deploymentId}
 */
export const projectsRequestPromote: Operation<RequestPromoteRequest, RequestPromoteResponseBody> = /* @__PURE__ */ operation(
  'POST /v10/projects/{projectId}/promote/{deploymentId}?T accept=*/*',
  () => import('../schemas/projectsRequestPromote.ts'),
);
