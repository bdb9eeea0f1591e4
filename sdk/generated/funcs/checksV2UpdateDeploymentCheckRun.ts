// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateDeploymentCheckRunRequest, UpdateDeploymentCheckRunResponseBody } from '../types/checksV2.ts';

/**
 * Reports status and outcome of a check run on a deployment.
 * PATCH /v2/deployments/{deploymentId}/check-runs/{checkRunId}
 */
export const checksV2UpdateDeploymentCheckRun: Operation<UpdateDeploymentCheckRunRequest, UpdateDeploymentCheckRunResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v2/deployments/{deploymentId}/check-runs/{checkRunId}?T body=json',
  () => import('../schemas/checksV2UpdateDeploymentCheckRun.ts'),
);
