// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSecurityFirewallEventsRequest, GetSecurityFirewallEventsResponseBody } from '../types/security.ts';

/**
 * Lists what a project's firewall did in a span of time: which requests it denied or challenged.
 * GET /v1/security/firewall/events
 */
export const securityGetSecurityFirewallEvents: Operation<GetSecurityFirewallEventsRequest, GetSecurityFirewallEventsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/security/firewall/events?projectId&startTimestamp&endTimestamp&hosts&T',
  () => import('../schemas/securityGetSecurityFirewallEvents.ts'),
);
