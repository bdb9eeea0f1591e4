// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UnlinkSharedEnvVariableRequest, UnlinkSharedEnvVariableResponseBody } from '../types/environment.ts';

/**
 * Takes a shared environment variable away from one project.
 * PATCH /v1/env/{id}/unlink/{projectId}
 */
export const environmentUnlinkSharedEnvVariable: Operation<UnlinkSharedEnvVariableRequest, UnlinkSharedEnvVariableResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/env/{id}/unlink/{projectId}?T',
  () => import('../schemas/environmentUnlinkSharedEnvVariable.ts'),
);
