// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteStorageStoresBlobByIdRequest, DeleteStorageStoresBlobByIdResponseBody } from '../types/storage.ts';

/**
 * Delete storage stores blob by id (DELETE /storage/stores/blob/{id}).
 * DELETE /storage/stores/blob/{id}
 */
export const storageDeleteStorageStoresBlobById: Operation<DeleteStorageStoresBlobByIdRequest, DeleteStorageStoresBlobByIdResponseBody> = /* @__PURE__ */ operation(
  'DELETE /storage/stores/blob/{id} anonymous',
  () => import('../schemas/storageDeleteStorageStoresBlobById.ts'),
);
