// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteStorageStoresBlobByIdRequest, DeleteStorageStoresBlobByIdResponseBody } from '../types/storage.ts';

/**
 * Deletes a blob store with all its files.
 * DELETE /storage/stores/blob/{id}
 */
export const storageDeleteStorageStoresBlobById: Operation<DeleteStorageStoresBlobByIdRequest, DeleteStorageStoresBlobByIdResponseBody> = /* @__PURE__ */ operation(
  'DELETE /storage/stores/blob/{id} anonymous',
  () => import('../schemas/storageDeleteStorageStoresBlobById.ts'),
);
