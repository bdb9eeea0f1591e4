// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { SearchRepoRequest, SearchRepoResponseBody } from '../types/integrations.ts';

/**
 * Searches the Git repositories of a namespace that can be imported or connected.
 * GET /v1/integrations/search-repo
 */
export const integrationsSearchRepo: OptionalOperation<SearchRepoRequest, SearchRepoResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/search-repo?query&namespaceId&provider&installationId&host&T',
  () => import('../schemas/integrationsSearchRepo.ts'),
);
