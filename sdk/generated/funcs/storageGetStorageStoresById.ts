// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetStorageStoresByIdRequest, GetStorageStoresByIdResponseBody } from '../types/storage.ts';

/**
 * Reads one store: its type, size and connected projects.
 * GET /storage/stores/{id}
 */
export const storageGetStorageStoresById: Operation<GetStorageStoresByIdRequest, GetStorageStoresByIdResponseBody> = /* @__PURE__ */ operation(
  'GET /storage/stores/{id}?skip-metadata&include-guides anonymous',
  () => import('../schemas/storageGetStorageStoresById.ts'),
);
