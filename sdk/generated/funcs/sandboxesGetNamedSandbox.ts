// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetNamedSandboxRequest, GetNamedSandboxResponseBody } from '../types/sandboxes.ts';

/**
 * Reads a sandbox by its name; with `resume` a stopped one is started again.
 * GET /v2/sandboxes/{name}
 */
export const sandboxesGetNamedSandbox: Operation<GetNamedSandboxRequest, GetNamedSandboxResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/{name}?projectId&resume&T',
  () => import('../schemas/sandboxesGetNamedSandbox.ts'),
);
