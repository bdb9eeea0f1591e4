// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListPrivateLinkEndpointsRequest, ListPrivateLinkEndpointsResponseBody } from '../types/networking.ts';

/**
 * Lists the private connections (AWS PrivateLink endpoints) of a team.
 * GET /v1/networking/privatelink/endpoints
 */
export const networkingListPrivateLinkEndpoints: Operation<ListPrivateLinkEndpointsRequest, ListPrivateLinkEndpointsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/networking/privatelink/endpoints?projectId&T',
  () => import('../schemas/networkingListPrivateLinkEndpoints.ts'),
);
