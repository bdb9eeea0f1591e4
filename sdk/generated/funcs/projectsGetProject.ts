// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectRequest, GetProjectResponseBody } from '../types/projects.ts';

/**
 * Reads one project by its id or name.
 * GET /v9/projects/{idOrName}
 */
export const projectsGetProject: Operation<GetProjectRequest, GetProjectResponseBody> = /* @__PURE__ */ operation(
  'GET /v9/projects/{idOrName}?T',
  () => import('../schemas/projectsGetProject.ts'),
);
