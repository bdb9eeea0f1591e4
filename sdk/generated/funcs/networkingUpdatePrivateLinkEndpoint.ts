// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdatePrivateLinkEndpointRequest, UpdatePrivateLinkEndpointResponseBody } from '../types/networking.ts';

/**
 * Changes a private connection (AWS PrivateLink endpoint): its name or private DNS.
 * PATCH /v1/networking/privatelink/endpoints/{endpointId}
 */
export const networkingUpdatePrivateLinkEndpoint: Operation<UpdatePrivateLinkEndpointRequest, UpdatePrivateLinkEndpointResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/networking/privatelink/endpoints/{endpointId}?projectId&T body=json',
  () => import('../schemas/networkingUpdatePrivateLinkEndpoint.ts'),
);
