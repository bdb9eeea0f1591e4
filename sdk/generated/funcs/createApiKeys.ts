// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateApiKeysRequest, CreateApiKeysResponseBody } from '../types/client.ts';

/**
 * Creates an API key for the AI gateway, optionally with a spending quota.
 * POST /api-keys
 */
export const createApiKeys: OptionalOperation<CreateApiKeysRequest, CreateApiKeysResponseBody> = /* @__PURE__ */ operation(
  'POST /api-keys body=root? anonymous',
  () => import('../schemas/createApiKeys.ts'),
);
