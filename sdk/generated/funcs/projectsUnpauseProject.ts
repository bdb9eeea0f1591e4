// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UnpauseProjectRequest, UnpauseProjectResponseBody } from '../types/projects.ts';

/**
 * Puts a paused project back on the air.
 * POST /v1/projects/{projectId}/unpause
 */
export const projectsUnpauseProject: Operation<UnpauseProjectRequest, UnpauseProjectResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/unpause?T accept=*/*',
  () => import('../schemas/projectsUnpauseProject.ts'),
);
