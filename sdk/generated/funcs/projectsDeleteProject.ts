// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteProjectRequest, DeleteProjectResponseBody } from '../types/projects.ts';

/**
 * Deletes a project with its deployments and domains.
 * DELETE /v9/projects/{idOrName}
 */
export const projectsDeleteProject: Operation<DeleteProjectRequest, DeleteProjectResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v9/projects/{idOrName}?T accept=*/*',
  () => import('../schemas/projectsDeleteProject.ts'),
);
