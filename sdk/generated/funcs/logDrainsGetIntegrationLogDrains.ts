// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetIntegrationLogDrainsRequest, GetIntegrationLogDrainsResponseBody } from '../types/logDrains.ts';

/**
 * Lists the log drains of the integration that owns the token.
 * GET /v2/integrations/log-drains
 */
export const logDrainsGetIntegrationLogDrains: OptionalOperation<GetIntegrationLogDrainsRequest, GetIntegrationLogDrainsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/integrations/log-drains?T',
  () => import('../schemas/logDrainsGetIntegrationLogDrains.ts'),
);
