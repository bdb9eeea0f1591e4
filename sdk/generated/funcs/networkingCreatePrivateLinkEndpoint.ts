// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreatePrivateLinkEndpointRequest, CreatePrivateLinkEndpointResponseBody } from '../types/networking.ts';

/**
 * Opens a private connection (AWS PrivateLink endpoint) to a service in an AWS account.
 * POST /v1/networking/privatelink/endpoints
 */
export const networkingCreatePrivateLinkEndpoint: OptionalOperation<CreatePrivateLinkEndpointRequest, CreatePrivateLinkEndpointResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/networking/privatelink/endpoints?T body=json',
  () => import('../schemas/networkingCreatePrivateLinkEndpoint.ts'),
);
