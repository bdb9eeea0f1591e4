// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListDrivesRequest, ListDrivesResponseBody } from '../types/sandboxes.ts';

/**
 * Lists the drives (persistent disks) that sandboxes can mount, page by page.
 * GET /v2/sandboxes/drives
 */
export const sandboxesListDrives: OptionalOperation<ListDrivesRequest, ListDrivesResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/drives?projectId&limit&cursor&sortBy&namePrefix&sortOrder&T',
  () => import('../schemas/sandboxesListDrives.ts'),
);
