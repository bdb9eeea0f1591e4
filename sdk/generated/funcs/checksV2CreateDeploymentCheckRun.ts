// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateDeploymentCheckRunRequest, CreateDeploymentCheckRunResponseBody } from '../types/checksV2.ts';

/**
 * Starts a run of a check on a deployment, again when it ran before.
 * POST /v2/deployments/{deploymentId}/check-runs
 */
export const checksV2CreateDeploymentCheckRun: Operation<CreateDeploymentCheckRunRequest, CreateDeploymentCheckRunResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/deployments/{deploymentId}/check-runs?T body=json',
  () => import('../schemas/checksV2CreateDeploymentCheckRun.ts'),
);
