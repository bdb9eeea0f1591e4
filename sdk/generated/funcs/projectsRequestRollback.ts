// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RequestRollbackRequest, RequestRollbackResponseBody } from '../types/projects.ts';

/**
 * Rolls production back: points a project's production domains at an earlier deployment.
 * POST /v1/projects/{projectId}/rollback/{deploymentId}
 */
export const projectsRequestRollback: Operation<RequestRollbackRequest, RequestRollbackResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/rollback/{deploymentId}?description&T accept=*/*',
  () => import('../schemas/projectsRequestRollback.ts'),
);
