// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateSandboxesSessionsBySessionIdSnapshotV2Request, CreateSandboxesSessionsBySessionIdSnapshotV2ResponseBody } from '../types/sandboxes.ts';

/**
 * Takes a snapshot of a sandbox session and stops it.
 * POST /v2/sandboxes/sessions/{sessionId}/snapshot
 */
export const sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2: Operation<CreateSandboxesSessionsBySessionIdSnapshotV2Request, CreateSandboxesSessionsBySessionIdSnapshotV2ResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/snapshot?T body=json',
  () => import('../schemas/sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2.ts'),
);
