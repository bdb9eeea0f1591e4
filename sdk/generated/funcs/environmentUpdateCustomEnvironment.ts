// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateCustomEnvironmentRequest, UpdateCustomEnvironmentResponseBody } from '../types/environment.ts';

/**
 * Changes a custom environment: slug, description or the branches it follows.
 * PATCH /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}
 */
export const environmentUpdateCustomEnvironment: Operation<UpdateCustomEnvironmentRequest, UpdateCustomEnvironmentResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}?T body=json',
  () => import('../schemas/environmentUpdateCustomEnvironment.ts'),
);
