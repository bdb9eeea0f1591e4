// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateMicrofrontendsGroupRequest, UpdateMicrofrontendsGroupResponseBody } from '../types/teams.ts';

/**
 * Changes a group of microfrontends: its name or its fallback environment.
 * PATCH /v1/teams/{teamId}/microfrontends/{groupId}
 */
export const teamsUpdateMicrofrontendsGroup: Operation<UpdateMicrofrontendsGroupRequest, UpdateMicrofrontendsGroupResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/teams/{teamId}/microfrontends/{groupId}?slug body=json',
  () => import('../schemas/teamsUpdateMicrofrontendsGroup.ts'),
);
