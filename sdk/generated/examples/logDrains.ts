// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getConfigurableLogDrain(platform: Platform): Promise<void> {
  const answer = await platform.logDrains.getConfigurableLogDrain({ id: '<id>' });
  console.log(answer);
}

export async function deleteConfigurableLogDrain(platform: Platform): Promise<void> {
  await platform.logDrains.deleteConfigurableLogDrain({ id: '<id>' });
}

export async function getAllLogDrains(platform: Platform): Promise<void> {
  const answer = await platform.logDrains.getAllLogDrains();
  console.log(answer);
}

export async function createConfigurableLogDrain(platform: Platform): Promise<void> {
  const answer = await platform.logDrains.createConfigurableLogDrain({ requestBody: { deliveryFormat: 'json', url: 'url', sources: ['static'] } });
  console.log(answer);
}

export async function getIntegrationLogDrains(platform: Platform): Promise<void> {
  const answer = await platform.logDrains.getIntegrationLogDrains();
  console.log(answer);
}

export async function createLogDrain(platform: Platform): Promise<void> {
  const answer = await platform.logDrains.createLogDrain({ requestBody: { name: 'name', url: 'url' } });
  console.log(answer);
}

export async function deleteIntegrationLogDrain(platform: Platform): Promise<void> {
  await platform.logDrains.deleteIntegrationLogDrain({ id: '<id>' });
}
