// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { DeleteSharedEnvVariableRequest, DeleteSharedEnvVariableResponseBody } from '../types/environment.ts';

/**
 * Deletes shared environment variables from the team and all its projects.
 * DELETE /v1/env
 */
export const environmentDeleteSharedEnvVariable: OptionalOperation<DeleteSharedEnvVariableRequest, DeleteSharedEnvVariableResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/env?T body=json',
  () => import('../schemas/environmentDeleteSharedEnvVariable.ts'),
);
