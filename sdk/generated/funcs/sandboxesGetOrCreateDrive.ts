// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetOrCreateDriveRequest, GetOrCreateDriveResponseBody } from '../types/sandboxes.ts';

/**
 * Reads a drive for sandboxes by name, and creates it when there is none.
 * POST /v2/sandboxes/drives/{name}
 */
export const sandboxesGetOrCreateDrive: Operation<GetOrCreateDriveRequest, GetOrCreateDriveResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/drives/{name}?T body=json',
  () => import('../schemas/sandboxesGetOrCreateDrive.ts'),
);
