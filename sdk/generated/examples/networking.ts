// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listNetworks(platform: Platform): Promise<void> {
  const answer = await platform.networking.listNetworks();
  console.log(answer);
}

export async function createNetwork(platform: Platform): Promise<void> {
  const answer = await platform.networking.createNetwork();
  console.log(answer);
}

export async function deleteNetwork(platform: Platform): Promise<void> {
  await platform.networking.deleteNetwork({ networkId: '<network_id>' });
}

export async function updateNetwork(platform: Platform): Promise<void> {
  const answer = await platform.networking.updateNetwork({ networkId: '<network_id>' });
  console.log(answer);
}

export async function readNetwork(platform: Platform): Promise<void> {
  const answer = await platform.networking.readNetwork({ networkId: '<network_id>' });
  console.log(answer);
}

export async function createPrivateLinkEndpoint(platform: Platform): Promise<void> {
  const answer = await platform.networking.createPrivateLinkEndpoint();
  console.log(answer);
}

export async function listPrivateLinkEndpoints(platform: Platform): Promise<void> {
  const answer = await platform.networking.listPrivateLinkEndpoints({ projectId: 'project_id' });
  console.log(answer);
}

export async function readPrivateLinkEndpoint(platform: Platform): Promise<void> {
  const answer = await platform.networking.readPrivateLinkEndpoint({ endpointId: '<endpoint_id>', projectId: 'project_id' });
  console.log(answer);
}

export async function deletePrivateLinkEndpoint(platform: Platform): Promise<void> {
  await platform.networking.deletePrivateLinkEndpoint({ endpointId: '<endpoint_id>', projectId: 'project_id' });
}

export async function updatePrivateLinkEndpoint(platform: Platform): Promise<void> {
  const answer = await platform.networking.updatePrivateLinkEndpoint({ endpointId: '<endpoint_id>', projectId: 'project_id' });
  console.log(answer);
}

export async function updateStaticIps(platform: Platform): Promise<void> {
  const answer = await platform.networking.updateStaticIps({ idOrName: '<id_or_name>' });
  console.log(answer);
}
