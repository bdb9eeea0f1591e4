// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type EventsOperation, operation } from '../../runtime/operation.ts';
import type { GetDeploymentEventsItem, GetDeploymentEventsRequest, GetDeploymentEventsResponseBody } from '../types/deployments.ts';

/**
 * Reads the build log and other events of a deployment; with the call option `stream`, line by line.
 * GET /v3/deployments/{idOrUrl}/events
 */
export const deploymentsGetDeploymentEvents: EventsOperation<GetDeploymentEventsRequest, GetDeploymentEventsResponseBody, GetDeploymentEventsItem> = /* @__PURE__ */ operation(
  'GET /v3/deployments/{idOrUrl}/events?direction&follow&limit&name&since&until&statusCode&delimiter&builds&T answer=events',
  () => import('../schemas/deploymentsGetDeploymentEvents.ts'),
);
