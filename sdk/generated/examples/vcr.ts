// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createRepository(platform: Platform): Promise<void> {
  const answer = await platform.vcr.createRepository();
  console.log(answer);
}

export async function listRepositories(platform: Platform): Promise<void> {
  const answer = await platform.vcr.listRepositories({ projectId: 'project_id' });
  console.log(answer);
}

export async function getRepository(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getRepository({ idOrName: '<id_or_name>', projectId: 'project_id' });
  console.log(answer);
}

export async function deleteRepository(platform: Platform): Promise<void> {
  const answer = await platform.vcr.deleteRepository({ idOrName: '<id_or_name>', projectId: 'project_id' });
  console.log(answer);
}

export async function listRepositoryImages(platform: Platform): Promise<void> {
  const answer = await platform.vcr.listRepositoryImages({ idOrName: '<id_or_name>', projectId: 'project_id' });
  console.log(answer);
}

export async function addRepositoryPermission(platform: Platform): Promise<void> {
  const answer = await platform.vcr.addRepositoryPermission({ idOrName: '<id_or_name>', projectId: 'project_id' });
  console.log(answer);
}

export async function removeRepositoryPermission(platform: Platform): Promise<void> {
  await platform.vcr.removeRepositoryPermission({ idOrName: '<id_or_name>', projectId: 'project_id' });
}

export async function listRepositoryPermissions(platform: Platform): Promise<void> {
  const answer = await platform.vcr.listRepositoryPermissions({ idOrName: '<id_or_name>', projectId: 'project_id' });
  console.log(answer);
}

export async function clearRepositoryPermissions(platform: Platform): Promise<void> {
  await platform.vcr.clearRepositoryPermissions({ idOrName: '<id_or_name>', projectId: 'project_id' });
}

export async function listRepositoryTags(platform: Platform): Promise<void> {
  const answer = await platform.vcr.listRepositoryTags({ idOrName: '<id_or_name>', projectId: 'project_id' });
  console.log(answer);
}

export async function getRepositoryTag(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getRepositoryTag({ idOrName: '<id_or_name>', tag: '<tag>', projectId: 'project_id' });
  console.log(answer);
}

export async function getRepositoryImage(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getRepositoryImage({ idOrName: '<id_or_name>', imageIdOrDigest: '<image_id_or_digest>', projectId: 'project_id' });
  console.log(answer);
}

export async function deleteRepositoryImage(platform: Platform): Promise<void> {
  const answer = await platform.vcr.deleteRepositoryImage({ idOrName: '<id_or_name>', imageId: '<image_id>', projectId: 'project_id' });
  console.log(answer);
}

export async function getRoot(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getRoot();
  console.log(answer);
}

export async function headByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(platform: Platform): Promise<void> {
  await platform.vcr.headByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', digest: '<digest>' });
}

export async function getByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', digest: '<digest>' });
  console.log(answer);
}

export async function deleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest(platform: Platform): Promise<void> {
  await platform.vcr.deleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', digest: '<digest>' });
}

export async function getByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(platform: Platform): Promise<void> {
  await platform.vcr.getByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', uuid: '<uuid>' });
}

export async function deleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(platform: Platform): Promise<void> {
  await platform.vcr.deleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', uuid: '<uuid>' });
}

export async function updateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(platform: Platform): Promise<void> {
  const answer = await platform.vcr.updateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', uuid: '<uuid>' });
  console.log(answer);
}

export async function replaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid(platform: Platform): Promise<void> {
  const answer = await platform.vcr.replaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', uuid: '<uuid>', digest: 'digest' });
  console.log(answer);
}

export async function createByTeamSlugByProjectSlugByRepositoryNameBlobsUploads(platform: Platform): Promise<void> {
  const answer = await platform.vcr.createByTeamSlugByProjectSlugByRepositoryNameBlobsUploads({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>' });
  console.log(answer);
}

export async function replaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(platform: Platform): Promise<void> {
  const answer = await platform.vcr.replaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', reference: '<reference>' });
  console.log(answer);
}

export async function headByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(platform: Platform): Promise<void> {
  await platform.vcr.headByTeamSlugByProjectSlugByRepositoryNameManifestsByReference({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', reference: '<reference>' });
}

export async function getByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getByTeamSlugByProjectSlugByRepositoryNameManifestsByReference({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', reference: '<reference>' });
  console.log(answer);
}

export async function deleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference(platform: Platform): Promise<void> {
  const answer = await platform.vcr.deleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>', reference: '<reference>' });
  console.log(answer);
}

export async function getByTeamSlugByProjectSlugByRepositoryNameTagsList(platform: Platform): Promise<void> {
  const answer = await platform.vcr.getByTeamSlugByProjectSlugByRepositoryNameTagsList({ teamSlug: '<team_slug>', projectSlug: '<project_slug>', repositoryName: '<repository_name>' });
  console.log(answer);
}
