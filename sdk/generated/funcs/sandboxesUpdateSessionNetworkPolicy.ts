// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateSessionNetworkPolicyRequest, UpdateSessionNetworkPolicyResponseBody } from '../types/sandboxes.ts';

/**
 * Changes what a sandbox session may reach on the network.
 * POST /v2/sandboxes/sessions/{sessionId}/network-policy
 */
export const sandboxesUpdateSessionNetworkPolicy: Operation<UpdateSessionNetworkPolicyRequest, UpdateSessionNetworkPolicyResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/network-policy?T body=json',
  () => import('../schemas/sandboxesUpdateSessionNetworkPolicy.ts'),
);
