// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetMicrofrontendsGroupsRequest, GetMicrofrontendsGroupsResponseBody } from '../types/microfrontends.ts';

/**
 * Lists the groups of microfrontends of a team with their projects.
 * GET /v1/microfrontends/groups
 */
export const microfrontendsGetMicrofrontendsGroups: OptionalOperation<GetMicrofrontendsGroupsRequest, GetMicrofrontendsGroupsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/microfrontends/groups?T',
  () => import('../schemas/microfrontendsGetMicrofrontendsGroups.ts'),
);
