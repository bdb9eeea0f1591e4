// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listConnectors(platform: Platform): Promise<void> {
  const answer = await platform.connect.listConnectors();
  console.log(answer);
}

export async function getConnector(platform: Platform): Promise<void> {
  const answer = await platform.connect.getConnector({ connector: '<connector>' });
  console.log(answer);
}

export async function deleteConnector(platform: Platform): Promise<void> {
  await platform.connect.deleteConnector({ connector: '<connector>' });
}

export async function createConnector(platform: Platform): Promise<void> {
  const answer = await platform.connect.createConnector();
  console.log(answer);
}

export async function updateConnector(platform: Platform): Promise<void> {
  const answer = await platform.connect.updateConnector({ connector: '<connector>', connectUpdateConnectorRequest: {} });
  console.log(answer);
}

export async function replaceConnectorTriggerDestinations(platform: Platform): Promise<void> {
  const answer = await platform.connect.replaceConnectorTriggerDestinations({ connector: '<connector>', connectReplaceTriggerDestinationsRequest: { destinations: [{ projectId: 'project_id', branch: 'branch' }] } });
  console.log(answer);
}

export async function listConnectorProjectConnections(platform: Platform): Promise<void> {
  const answer = await platform.connect.listConnectorProjectConnections({ connector: '<connector>' });
  console.log(answer);
}

export async function getConnectorProjectConnection(platform: Platform): Promise<void> {
  const answer = await platform.connect.getConnectorProjectConnection({ connector: '<connector>', projectId: '<project_id>' });
  console.log(answer);
}

export async function upsertConnectorProjectConnection(platform: Platform): Promise<void> {
  const answer = await platform.connect.upsertConnectorProjectConnection({ connector: '<connector>', projectId: '<project_id>', connectUpsertProjectConnectionRequest: { environments: ['development'] } });
  console.log(answer);
}

export async function deleteConnectorProjectConnection(platform: Platform): Promise<void> {
  await platform.connect.deleteConnectorProjectConnection({ connector: '<connector>', projectId: '<project_id>' });
}

export async function listProjectConnectorConnections(platform: Platform): Promise<void> {
  const answer = await platform.connect.listProjectConnectorConnections({ projectId: '<project_id>' });
  console.log(answer);
}
