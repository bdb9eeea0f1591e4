// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateNetworkRequest, CreateNetworkResponseBody } from '../types/networking.ts';

/**
 * Creates a private network (secure compute) that projects can be placed in.
 * POST /v1/connect/networks
 */
export const networkingCreateNetwork: OptionalOperation<CreateNetworkRequest, CreateNetworkResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/connect/networks?T body=json',
  () => import('../schemas/networkingCreateNetwork.ts'),
);
