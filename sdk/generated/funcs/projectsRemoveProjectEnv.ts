// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveProjectEnvRequest, RemoveProjectEnvResponseBody } from '../types/projects.ts';

/**
 * Deletes one environment variable of a project.
 * DELETE /v9/projects/{idOrName}/env/{id}
 */
export const projectsRemoveProjectEnv: Operation<RemoveProjectEnvRequest, RemoveProjectEnvResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v9/projects/{idOrName}/env/{id}?customEnvironmentId&T',
  () => import('../schemas/projectsRemoveProjectEnv.ts'),
);
