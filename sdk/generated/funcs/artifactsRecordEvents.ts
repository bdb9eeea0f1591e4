// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RecordEventsRequest, RecordEventsResponseBody } from '../types/artifacts.ts';

/**
 * Reports hits and misses of the remote cache.
 * POST /v8/artifacts/events
 */
export const artifactsRecordEvents: Operation<RecordEventsRequest, RecordEventsResponseBody> = /* @__PURE__ */ operation(
  'POST /v8/artifacts/events?T body=json headers=x-artifact-client-ci,x-artifact-client-interactive accept=*/*',
  () => import('../schemas/artifactsRecordEvents.ts'),
);
