// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectEnvRequest, GetProjectEnvResponseBody } from '../types/projects.ts';

/**
 * Reads one environment variable with its decrypted value.
 * GET /v1/projects/{idOrName}/env/{id}
 */
export const projectsGetProjectEnv: Operation<GetProjectEnvRequest, GetProjectEnvResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{idOrName}/env/{id}?T',
  () => import('../schemas/projectsGetProjectEnv.ts'),
);
