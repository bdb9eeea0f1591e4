// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetMicrofrontendsInGroupRequest, GetMicrofrontendsInGroupResponseBody } from '../types/microfrontends.ts';

/**
 * Lists the projects that make up one group of microfrontends.
 * GET /v1/microfrontends/groups/{groupId}/projects
 */
export const microfrontendsGetMicrofrontendsInGroup: Operation<GetMicrofrontendsInGroupRequest, GetMicrofrontendsInGroupResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/microfrontends/groups/{groupId}/projects?T',
  () => import('../schemas/microfrontendsGetMicrofrontendsInGroup.ts'),
);
