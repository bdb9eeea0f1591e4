// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateWebInsightsToggleRequest, CreateWebInsightsToggleResponseBody } from '../types/client.ts';

/**
 * Switches Web Analytics, the counting of visitors, on or off for a project.
 * POST /web/insights/toggle
 */
export const createWebInsightsToggle: Operation<CreateWebInsightsToggleRequest, CreateWebInsightsToggleResponseBody> = /* @__PURE__ */ operation(
  'POST /web/insights/toggle?projectId body=json anonymous',
  () => import('../schemas/createWebInsightsToggle.ts'),
);
