// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSharedEnvVarRequest, GetSharedEnvVarResponseBody } from '../types/environment.ts';

/**
 * Reads one shared environment variable with its decrypted value.
 * GET /v1/env/{id}
 */
export const environmentGetSharedEnvVar: Operation<GetSharedEnvVarRequest, GetSharedEnvVarResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/env/{id}?T',
  () => import('../schemas/environmentGetSharedEnvVar.ts'),
);
