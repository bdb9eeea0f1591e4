// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateIntegrationStoreDirectRequest, CreateIntegrationStoreDirectResponseBody } from '../types/integrations.ts';

/**
 * Provisions a store from an integration's product; a paid plan spends money.
 * POST /v1/storage/stores/integration/direct
 */
export const integrationsCreateIntegrationStoreDirect: OptionalOperation<CreateIntegrationStoreDirectRequest, CreateIntegrationStoreDirectResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/storage/stores/integration/direct?T body=json',
  () => import('../schemas/integrationsCreateIntegrationStoreDirect.ts'),
);
