// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getStorageStoresById(platform: Platform): Promise<void> {
  const answer = await platform.storage.getStorageStoresById({ id: '<id>' });
  console.log(answer);
}

export async function createStorageStoresBlob(platform: Platform): Promise<void> {
  const answer = await platform.storage.createStorageStoresBlob({ name: 'name' });
  console.log(answer);
}

export async function deleteStorageStoresBlobById(platform: Platform): Promise<void> {
  const answer = await platform.storage.deleteStorageStoresBlobById({ id: '<id>' });
  console.log(answer);
}
