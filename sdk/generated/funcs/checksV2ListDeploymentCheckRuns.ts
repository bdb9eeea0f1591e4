// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListDeploymentCheckRunsRequest, ListDeploymentCheckRunsResponseBody } from '../types/checksV2.ts';

/**
 * Lists the check runs of one deployment with their outcomes.
 * GET /v2/deployments/{deploymentId}/check-runs
 */
export const checksV2ListDeploymentCheckRuns: Operation<ListDeploymentCheckRunsRequest, ListDeploymentCheckRunsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/deployments/{deploymentId}/check-runs?T',
  () => import('../schemas/checksV2ListDeploymentCheckRuns.ts'),
);
