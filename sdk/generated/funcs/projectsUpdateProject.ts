// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateProjectRequest, UpdateProjectResponseBody } from '../types/projects.ts';

/**
 * Changes a project's settings or name.
 * PATCH /v9/projects/{idOrName}
 */
export const projectsUpdateProject: Operation<UpdateProjectRequest, UpdateProjectResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v9/projects/{idOrName}?T body=json',
  () => import('../schemas/projectsUpdateProject.ts'),
);
