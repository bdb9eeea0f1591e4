// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListSessionsRequest, ListSessionsResponseBody } from '../types/sandboxes.ts';

/**
 * Lists the sessions (runs) of sandboxes, page by page.
 * GET /v2/sandboxes/sessions
 */
export const sandboxesListSessions: OptionalOperation<ListSessionsRequest, ListSessionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/sessions?project&name&limit&cursor&sortOrder&T',
  () => import('../schemas/sandboxesListSessions.ts'),
);
