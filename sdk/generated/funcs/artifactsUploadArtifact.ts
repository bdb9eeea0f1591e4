// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UploadArtifactRequest, UploadArtifactResponseBody } from '../types/artifacts.ts';

/**
 * Stores one build artifact in the remote cache under its hash.
 * PUT /v8/artifacts/{hash}
 */
export const artifactsUploadArtifact: Operation<UploadArtifactRequest, UploadArtifactResponseBody> = /* @__PURE__ */ operation(
  'PUT /v8/artifacts/{hash}?T body=octets headers=Content-Length,x-artifact-duration,x-artifact-client-ci,x-artifact-client-interactive,x-artifact-tag,x-artifact-sha,x-artifact-dirty-hash',
  () => import('../schemas/artifactsUploadArtifact.ts'),
);
