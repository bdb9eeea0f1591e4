// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { storageGetStorageStoresById } from '../funcs/storageGetStorageStoresById.ts';
import { storageCreateStorageStoresBlob } from '../funcs/storageCreateStorageStoresBlob.ts';
import { storageDeleteStorageStoresBlobById } from '../funcs/storageDeleteStorageStoresBlobById.ts';
import type { CreateStorageStoresBlobRequest, CreateStorageStoresBlobResponseBody, DeleteStorageStoresBlobByIdRequest, DeleteStorageStoresBlobByIdResponseBody, GetStorageStoresByIdRequest, GetStorageStoresByIdResponseBody } from '../types/storage.ts';

export class Storage {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reads one store: its type, size and connected projects.
   * GET /storage/stores/{id}
   */
  getStorageStoresById(request: GetStorageStoresByIdRequest, options?: CallOptions): CallPromise<GetStorageStoresByIdResponseBody> {
    return asValue(storageGetStorageStoresById(this.#core, request, options));
  }

  /**
   * Creates a blob store for files.
   * POST /storage/stores/blob
   */
  createStorageStoresBlob(request?: CreateStorageStoresBlobRequest, options?: CallOptions): CallPromise<CreateStorageStoresBlobResponseBody> {
    return asValue(storageCreateStorageStoresBlob(this.#core, request, options));
  }

  /**
   * Deletes a blob store with all its files.
   * DELETE /storage/stores/blob/{id}
   */
  deleteStorageStoresBlobById(request: DeleteStorageStoresBlobByIdRequest, options?: CallOptions): CallPromise<DeleteStorageStoresBlobByIdResponseBody> {
    return asValue(storageDeleteStorageStoresBlobById(this.#core, request, options));
  }
}
