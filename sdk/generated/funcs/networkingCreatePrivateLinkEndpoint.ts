// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreatePrivateLinkEndpointRequest, CreatePrivateLinkEndpointResponseBody } from '../types/networking.ts';

/**
 * Create private link endpoint (POST /networking/privatelink/endpoints).
 * POST /v1/networking/privatelink/endpoints
 */
export const networkingCreatePrivateLinkEndpoint: OptionalOperation<CreatePrivateLinkEndpointRequest, CreatePrivateLinkEndpointResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/networking/privatelink/endpoints?T body=json',
  () => import('../schemas/networkingCreatePrivateLinkEndpoint.ts'),
);
