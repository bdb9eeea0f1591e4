// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateSharedEnvVariableRequest, CreateSharedEnvVariableResponseBody } from '../types/environment.ts';

/**
 * Creates environment variables that several projects of a team share.
 * POST /v1/env
 */
export const environmentCreateSharedEnvVariable: OptionalOperation<CreateSharedEnvVariableRequest, CreateSharedEnvVariableResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/env?T body=json',
  () => import('../schemas/environmentCreateSharedEnvVariable.ts'),
);
