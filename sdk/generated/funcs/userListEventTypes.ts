// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListEventTypesRequest, ListEventTypesResponseBody } from '../types/user.ts';

/**
 * Lists the types of events that the activity log of an account or team can hold.
 * GET /v1/events/types
 */
export const userListEventTypes: OptionalOperation<ListEventTypesRequest, ListEventTypesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/events/types?T',
  () => import('../schemas/userListEventTypes.ts'),
);
