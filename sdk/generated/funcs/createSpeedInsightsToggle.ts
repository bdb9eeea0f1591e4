// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateSpeedInsightsToggleRequest, CreateSpeedInsightsToggleResponseBody } from '../types/client.ts';

/**
 * Switches Speed Insights, the performance measurements of visitors, on or off for a project.
 * POST /speed-insights/toggle
 */
export const createSpeedInsightsToggle: Operation<CreateSpeedInsightsToggleRequest, CreateSpeedInsightsToggleResponseBody> = /* @__PURE__ */ operation(
  'POST /speed-insights/toggle?projectId body=json anonymous',
  () => import('../schemas/createSpeedInsightsToggle.ts'),
);
