// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRuntimeLogsRequest, GetRuntimeLogsResponseBody } from '../types/logs.ts';

/**
 * Follows the runtime log of a deployment, one entry at a time.
 * GET /v1/projects/{projectId}/deployments/{deploymentId}/runtime-logs
 */
export const logsGetRuntimeLogs: Operation<GetRuntimeLogsRequest, GetRuntimeLogsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectId}/deployments/{deploymentId}/runtime-logs?T answer=lines',
  () => import('../schemas/logsGetRuntimeLogs.ts'),
);
