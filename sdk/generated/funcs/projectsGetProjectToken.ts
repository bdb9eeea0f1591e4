// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectTokenRequest, GetProjectTokenResponseBody } from '../types/projects.ts';

/**
 * Issues a short-lived OIDC token that identifies a project to other services.
 * POST /v1/projects/{idOrName}/token
 */
export const projectsGetProjectToken: Operation<GetProjectTokenRequest, GetProjectTokenResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/token?T body=json',
  () => import('../schemas/projectsGetProjectToken.ts'),
);
