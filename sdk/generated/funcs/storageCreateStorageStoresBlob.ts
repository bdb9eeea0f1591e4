// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateStorageStoresBlobRequest, CreateStorageStoresBlobResponseBody } from '../types/storage.ts';

/**
 * Creates a blob store for files.
 * POST /storage/stores/blob
 */
export const storageCreateStorageStoresBlob: OptionalOperation<CreateStorageStoresBlobRequest, CreateStorageStoresBlobResponseBody> = /* @__PURE__ */ operation(
  'POST /storage/stores/blob body=root? anonymous',
  () => import('../schemas/storageCreateStorageStoresBlob.ts'),
);
