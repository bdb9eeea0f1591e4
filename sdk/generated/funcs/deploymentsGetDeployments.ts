// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetDeploymentsRequest, GetDeploymentsResponseBody } from '../types/deployments.ts';

/**
 * Lists deployments, newest first, page by page.
 * GET /v7/deployments
 */
export const deploymentsGetDeployments: OptionalOperation<GetDeploymentsRequest, GetDeploymentsResponseBody> & Paged<'until', 'deployments'> = /* @__PURE__ */ operation(
  'GET /v7/deployments?app&from&limit&projectId&projectIds&target&to&users&since&until&state&rollbackCandidate&branch&sha&T',
  () => import('../schemas/deploymentsGetDeployments.ts'),
  ['until', 'deployments'],
);
