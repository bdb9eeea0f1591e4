// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PauseProjectRequest, PauseProjectResponseBody } from '../types/projects.ts';

/**
 * Takes a project's production off the air until it is resumed.
 * POST /v1/projects/{projectId}/pause
 */
export const projectsPauseProject: Operation<PauseProjectRequest, PauseProjectResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/pause?T accept=*/*',
  () => import('../schemas/projectsPauseProject.ts'),
);
