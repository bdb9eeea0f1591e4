// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getObservabilityConfigurationProjects(platform: Platform): Promise<void> {
  const answer = await platform.observability.getObservabilityConfigurationProjects();
  console.log(answer);
}

export async function updateObservabilityConfigurationProject(platform: Platform): Promise<void> {
  const answer = await platform.observability.updateObservabilityConfigurationProject({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}
