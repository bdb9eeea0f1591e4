// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { UpdateSharedEnvVariableRequest, UpdateSharedEnvVariableResponseBody } from '../types/environment.ts';

/**
 * Changes shared environment variables: values, targets or the projects they belong to.
 * PATCH /v1/env
 */
export const environmentUpdateSharedEnvVariable: OptionalOperation<UpdateSharedEnvVariableRequest, UpdateSharedEnvVariableResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/env?T body=json',
  () => import('../schemas/environmentUpdateSharedEnvVariable.ts'),
);
