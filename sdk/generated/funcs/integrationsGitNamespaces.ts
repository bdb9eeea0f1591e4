// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GitNamespacesRequest, GitNamespacesResponseBody } from '../types/integrations.ts';

/**
 * Lists the Git accounts and organisations (namespaces) that the signed-in user can deploy from.
 * GET /v1/integrations/git-namespaces
 */
export const integrationsGitNamespaces: OptionalOperation<GitNamespacesRequest, GitNamespacesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/git-namespaces?host&provider&viewerMetadata',
  () => import('../schemas/integrationsGitNamespaces.ts'),
);
