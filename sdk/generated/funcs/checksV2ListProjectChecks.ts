// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListProjectChecksRequest, ListProjectChecksResponseBody } from '../types/checksV2.ts';

/**
 * Lists the checks that deployments of a project must pass.
 * GET /v2/projects/{projectIdOrName}/checks
 */
export const checksV2ListProjectChecks: Operation<ListProjectChecksRequest, ListProjectChecksResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/projects/{projectIdOrName}/checks?blocks&T',
  () => import('../schemas/checksV2ListProjectChecks.ts'),
);
