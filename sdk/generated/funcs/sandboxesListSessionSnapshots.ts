// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListSessionSnapshotsRequest, ListSessionSnapshotsResponseBody } from '../types/sandboxes.ts';

/**
 * Lists the snapshots taken of sandboxes, page by page.
 * GET /v2/sandboxes/snapshots
 */
export const sandboxesListSessionSnapshots: OptionalOperation<ListSessionSnapshotsRequest, ListSessionSnapshotsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/snapshots?project&name&limit&cursor&sortOrder&T',
  () => import('../schemas/sandboxesListSessionSnapshots.ts'),
);
