// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateSandboxesSessionsBySessionIdSnapshotV3Request, CreateSandboxesSessionsBySessionIdSnapshotV3ResponseBody } from '../types/sandboxes.ts';

/**
 * Takes a snapshot of a sandbox session, from which others can be started.
 * POST /v3/sandboxes/sessions/{sessionId}/snapshot
 */
export const sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3: Operation<CreateSandboxesSessionsBySessionIdSnapshotV3Request, CreateSandboxesSessionsBySessionIdSnapshotV3ResponseBody> = /* @__PURE__ */ operation(
  'POST /v3/sandboxes/sessions/{sessionId}/snapshot?T body=json',
  () => import('../schemas/sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3.ts'),
);
