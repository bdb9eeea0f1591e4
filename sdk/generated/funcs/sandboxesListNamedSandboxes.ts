// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListNamedSandboxesRequest, ListNamedSandboxesResponseBody } from '../types/sandboxes.ts';

/**
 * Lists the sandboxes of a project, page by page.
 * GET /v2/sandboxes
 */
export const sandboxesListNamedSandboxes: OptionalOperation<ListNamedSandboxesRequest, ListNamedSandboxesResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes?project&limit&sortBy&namePrefix&cursor&sortOrder&status&tags&T',
  () => import('../schemas/sandboxesListNamedSandboxes.ts'),
);
