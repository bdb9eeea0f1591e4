// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateProjectRequest, CreateProjectResponseBody } from '../types/projects.ts';

/**
 * Creates a project.
 * POST /v11/projects
 */
export const projectsCreateProject: OptionalOperation<CreateProjectRequest, CreateProjectResponseBody> = /* @__PURE__ */ operation(
  'POST /v11/projects?T body=json',
  () => import('../schemas/projectsCreateProject.ts'),
);
