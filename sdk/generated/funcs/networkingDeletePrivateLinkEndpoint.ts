// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeletePrivateLinkEndpointRequest, DeletePrivateLinkEndpointResponseBody } from '../types/networking.ts';

/**
 * Closes a private connection (AWS PrivateLink endpoint).
 * DELETE /v1/networking/privatelink/endpoints/{endpointId}
 */
export const networkingDeletePrivateLinkEndpoint: Operation<DeletePrivateLinkEndpointRequest, DeletePrivateLinkEndpointResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/networking/privatelink/endpoints/{endpointId}?projectId&T',
  () => import('../schemas/networkingDeletePrivateLinkEndpoint.ts'),
);
