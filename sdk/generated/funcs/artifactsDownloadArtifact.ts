// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DownloadArtifactRequest, DownloadArtifactResponseBody } from '../types/artifacts.ts';

/**
 * Fetches one cached artifact as a stream of bytes.
 * GET /v8/artifacts/{hash}
 */
export const artifactsDownloadArtifact: Operation<DownloadArtifactRequest, DownloadArtifactResponseBody> = /* @__PURE__ */ operation(
  'GET /v8/artifacts/{hash}?T headers=x-artifact-client-ci,x-artifact-client-interactive answer=stream',
  () => import('../schemas/artifactsDownloadArtifact.ts'),
);
