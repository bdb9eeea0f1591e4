// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function stageRedirects(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.stageRedirects();
  console.log(answer);
}

export async function getRedirects(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.getRedirects({ projectId: 'project_id' });
  console.log(answer);
}

export async function deleteRedirects(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.deleteRedirects({ projectId: 'project_id' });
  console.log(answer);
}

export async function editRedirect(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.editRedirect({ projectId: 'project_id' });
  console.log(answer);
}

export async function restoreRedirects(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.restoreRedirects({ projectId: 'project_id' });
  console.log(answer);
}

export async function getVersions(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.getVersions({ projectId: 'project_id' });
  console.log(answer);
}

export async function updateVersion(platform: Platform): Promise<void> {
  const answer = await platform.bulkRedirects.updateVersion({ projectId: 'project_id' });
  console.log(answer);
}
