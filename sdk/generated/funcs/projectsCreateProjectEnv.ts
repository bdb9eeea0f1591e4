// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateProjectEnvRequest, CreateProjectEnvResponseBody } from '../types/projects.ts';

/**
 * Adds one or several environment variables to a project.
 * POST /v10/projects/{idOrName}/env
 */
export const projectsCreateProjectEnv: Operation<CreateProjectEnvRequest, CreateProjectEnvResponseBody> = /* @__PURE__ */ operation(
  'POST /v10/projects/{idOrName}/env?upsert&T body=json',
  () => import('../schemas/projectsCreateProjectEnv.ts'),
);
