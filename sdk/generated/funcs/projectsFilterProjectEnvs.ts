// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { FilterProjectEnvsRequest, FilterProjectEnvsResponseBody } from '../types/projects.ts';

/**
 * Lists the environment variables of a project, filtered.
 * GET /v10/projects/{idOrName}/env
 */
export const projectsFilterProjectEnvs: Operation<FilterProjectEnvsRequest, FilterProjectEnvsResponseBody> = /* @__PURE__ */ operation(
  'GET /v10/projects/{idOrName}/env?gitBranch&decrypt&source&customEnvironmentId&customEnvironmentSlug&T',
  () => import('../schemas/projectsFilterProjectEnvs.ts'),
);
