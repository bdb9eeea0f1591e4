// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveCustomEnvironmentRequest, RemoveCustomEnvironmentResponseBody } from '../types/environment.ts';

/**
 * Removes a custom environment from a project.
 * DELETE /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}
 */
export const environmentRemoveCustomEnvironment: Operation<RemoveCustomEnvironmentRequest, RemoveCustomEnvironmentResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}?T body=json',
  () => import('../schemas/environmentRemoveCustomEnvironment.ts'),
);
