// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListUserEventsRequest, ListUserEventsResponseBody } from '../types/user.ts';

/**
 * Lists what happened on the account or team, newest first.
 * GET /v3/events
 */
export const userListUserEvents: OptionalOperation<ListUserEventsRequest, ListUserEventsResponseBody> = /* @__PURE__ */ operation(
  'GET /v3/events?limit&since&until&types&userId&principalId&projectIds&entityId&withPayload&T',
  () => import('../schemas/userListUserEvents.ts'),
);
