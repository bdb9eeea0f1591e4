// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetCustomEnvironmentRequest, GetCustomEnvironmentResponseBody } from '../types/environment.ts';

/**
 * Reads one custom environment of a project.
 * GET /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}
 */
export const environmentGetCustomEnvironment: Operation<GetCustomEnvironmentRequest, GetCustomEnvironmentResponseBody> = /* @__PURE__ */ operation(
  'GET /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}?T',
  () => import('../schemas/environmentGetCustomEnvironment.ts'),
);
