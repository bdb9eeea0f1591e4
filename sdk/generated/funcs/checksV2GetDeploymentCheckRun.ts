// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDeploymentCheckRunRequest, GetDeploymentCheckRunResponseBody } from '../types/checksV2.ts';

/**
 * Reads one check run of a deployment.
 * GET /v2/deployments/{deploymentId}/check-runs/{checkRunId}
 */
export const checksV2GetDeploymentCheckRun: Operation<GetDeploymentCheckRunRequest, GetDeploymentCheckRunResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/deployments/{deploymentId}/check-runs/{checkRunId}?T',
  () => import('../schemas/checksV2GetDeploymentCheckRun.ts'),
);
