// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { UploadFileRequest, UploadFileResponseBody } from '../types/deployments.ts';

/**
 * Uploads one file for a later deployment, named by its SHA-1 digest.
 * POST /v2/files
 */
export const deploymentsUploadFile: OptionalOperation<UploadFileRequest, UploadFileResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/files?T body=octets headers=Content-Length,x-vercel-digest,x-now-digest,x-now-size',
  () => import('../schemas/deploymentsUploadFile.ts'),
);
