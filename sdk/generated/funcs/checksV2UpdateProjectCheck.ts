// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateProjectCheckRequest, UpdateProjectCheckResponseBody } from '../types/checksV2.ts';

/**
 * Changes one check of a project: its name, what it waits for and what it blocks.
 * PATCH /v2/projects/{projectIdOrName}/checks/{checkId}
 */
export const checksV2UpdateProjectCheck: Operation<UpdateProjectCheckRequest, UpdateProjectCheckResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v2/projects/{projectIdOrName}/checks/{checkId}?T body=json',
  () => import('../schemas/checksV2UpdateProjectCheck.ts'),
);
