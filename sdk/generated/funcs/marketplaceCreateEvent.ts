// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateEventRequest, CreateEventResponseBody } from '../types/marketplace.ts';

/**
 * Tells the platform that something happened on the integration's side.
 * POST /v1/installations/{integrationConfigurationId}/events
 */
export const marketplaceCreateEvent: Operation<CreateEventRequest, CreateEventResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/events body=json accept=*/*',
  () => import('../schemas/marketplaceCreateEvent.ts'),
);
