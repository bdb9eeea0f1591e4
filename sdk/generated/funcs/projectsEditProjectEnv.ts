// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { EditProjectEnvRequest, EditProjectEnvResponseBody } from '../types/projects.ts';

/**
 * Changes one environment variable of a project.
 * PATCH /v9/projects/{idOrName}/env/{id}
 */
export const projectsEditProjectEnv: Operation<EditProjectEnvRequest, EditProjectEnvResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v9/projects/{idOrName}/env/{id}?T body=json',
  () => import('../schemas/projectsEditProjectEnv.ts'),
);
