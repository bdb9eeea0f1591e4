// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteMicrofrontendsGroupRequest, DeleteMicrofrontendsGroupResponseBody } from '../types/teams.ts';

/**
 * Deletes a group of microfrontends; its projects stay.
 * DELETE /v1/teams/{teamId}/microfrontends/{groupId}
 */
export const teamsDeleteMicrofrontendsGroup: Operation<DeleteMicrofrontendsGroupRequest, DeleteMicrofrontendsGroupResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/teams/{teamId}/microfrontends/{groupId}?slug',
  () => import('../schemas/teamsDeleteMicrofrontendsGroup.ts'),
);
