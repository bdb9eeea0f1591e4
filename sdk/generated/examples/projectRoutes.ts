// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getRoutes(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.getRoutes({ projectId: '<project_id>' });
  console.log(answer);
}

export async function stageRoutes(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.stageRoutes({ projectId: '<project_id>' });
  console.log(answer);
}

export async function addRoute(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.addRoute({ projectId: '<project_id>' });
  console.log(answer);
}

export async function deleteRoutes(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.deleteRoutes({ projectId: '<project_id>' });
  console.log(answer);
}

export async function editRoute(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.editRoute({ projectId: '<project_id>', routeId: '<route_id>' });
  console.log(answer);
}

export async function generateRoute(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.generateRoute({ projectId: '<project_id>' });
  console.log(answer);
}

export async function getRouteVersions(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.getRouteVersions({ projectId: '<project_id>' });
  console.log(answer);
}

export async function updateRouteVersions(platform: Platform): Promise<void> {
  const answer = await platform.projectRoutes.updateRouteVersions({ projectId: '<project_id>' });
  console.log(answer);
}
