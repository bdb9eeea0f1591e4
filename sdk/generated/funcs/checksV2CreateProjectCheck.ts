// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateProjectCheckRequest, CreateProjectCheckResponseBody } from '../types/checksV2.ts';

/**
 * Adds a check that deployments of a project must pass before they build, start or go live.
 * POST /v2/projects/{projectIdOrName}/checks
 */
export const checksV2CreateProjectCheck: Operation<CreateProjectCheckRequest, CreateProjectCheckResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/projects/{projectIdOrName}/checks?T body=json',
  () => import('../schemas/checksV2CreateProjectCheck.ts'),
);
