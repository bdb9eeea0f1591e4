// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListSharedEnvVariableRequest, ListSharedEnvVariableResponseBody } from '../types/environment.ts';

/**
 * Lists the environment variables that a team shares between projects.
 * GET /v1/env
 */
export const environmentListSharedEnvVariable: OptionalOperation<ListSharedEnvVariableRequest, ListSharedEnvVariableResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/env?search&projectId&ids&exclude_ids&exclude-ids&exclude_projectId&exclude-projectId&T',
  () => import('../schemas/environmentListSharedEnvVariable.ts'),
);
