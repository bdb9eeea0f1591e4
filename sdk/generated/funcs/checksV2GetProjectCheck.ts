// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectCheckRequest, GetProjectCheckResponseBody } from '../types/checksV2.ts';

/**
 * Reads one check of a project.
 * GET /v2/projects/{projectIdOrName}/checks/{checkId}
 */
export const checksV2GetProjectCheck: Operation<GetProjectCheckRequest, GetProjectCheckResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/projects/{projectIdOrName}/checks/{checkId}?T',
  () => import('../schemas/checksV2GetProjectCheck.ts'),
);
