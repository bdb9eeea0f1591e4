// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function invalidateByTags(platform: Platform): Promise<void> {
  await platform.edgeCache.invalidateByTags({ projectIdOrName: 'project_id_or_name' });
}

export async function dangerouslyDeleteByTags(platform: Platform): Promise<void> {
  await platform.edgeCache.dangerouslyDeleteByTags({ projectIdOrName: 'project_id_or_name' });
}

export async function invalidateBySrcImages(platform: Platform): Promise<void> {
  await platform.edgeCache.invalidateBySrcImages({ projectIdOrName: 'project_id_or_name' });
}

export async function dangerouslyDeleteBySrcImages(platform: Platform): Promise<void> {
  await platform.edgeCache.dangerouslyDeleteBySrcImages({ projectIdOrName: 'project_id_or_name' });
}
