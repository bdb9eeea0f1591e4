// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateCustomEnvironmentRequest, CreateCustomEnvironmentResponseBody } from '../types/environment.ts';

/**
 * Adds a custom environment to a project.
 * POST /v9/projects/{idOrName}/custom-environments
 */
export const environmentCreateCustomEnvironment: Operation<CreateCustomEnvironmentRequest, CreateCustomEnvironmentResponseBody> = /* @__PURE__ */ operation(
  'POST /v9/projects/{idOrName}/custom-environments?T body=json',
  () => import('../schemas/environmentCreateCustomEnvironment.ts'),
);
