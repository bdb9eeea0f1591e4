// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListCheckRunsRequest, ListCheckRunsResponseBody } from '../types/checksV2.ts';

/**
 * Lists the runs of one check over the deployments of a project.
 * GET /v2/projects/{projectIdOrName}/checks/{checkId}/runs
 */
export const checksV2ListCheckRuns: Operation<ListCheckRunsRequest, ListCheckRunsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/projects/{projectIdOrName}/checks/{checkId}/runs?T',
  () => import('../schemas/checksV2ListCheckRuns.ts'),
);
