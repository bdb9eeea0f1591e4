// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateDeploymentCheckRunRequest, UpdateDeploymentCheckRunResponseBody } from '../types/checksV2.ts';

/**
 * Update deployment check run (PATCH /deployments/{deploymentId}/check-runs/{checkRunId}).
 * PATCH /v2/deployments/{deploymentId}/check-runs/{checkRunId}
 */
export const checksV2UpdateDeploymentCheckRun: Operation<UpdateDeploymentCheckRunRequest, UpdateDeploymentCheckRunResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v2/deployments/{deploymentId}/check-runs/{checkRunId}?T body=json',
  () => import('../schemas/checksV2UpdateDeploymentCheckRun.ts'),
);
