// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateProjectCheckRequest, CreateProjectCheckResponseBody } from '../types/checksV2.ts';

/**
 * Create project check (POST /projects/{projectIdOrName}/checks).
 * POST /v2/projects/{projectIdOrName}/checks
 */
export const checksV2CreateProjectCheck: Operation<CreateProjectCheckRequest, CreateProjectCheckResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/projects/{projectIdOrName}/checks?T body=json',
  () => import('../schemas/checksV2CreateProjectCheck.ts'),
);
