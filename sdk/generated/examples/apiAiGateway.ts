// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createAiGatewayVirtualModelConfig(platform: Platform): Promise<void> {
  const answer = await platform.apiAiGateway.createAiGatewayVirtualModelConfig();
  console.log(answer);
}

export async function getAiGatewayVirtualModelConfig(platform: Platform): Promise<void> {
  const answer = await platform.apiAiGateway.getAiGatewayVirtualModelConfig();
  console.log(answer);
}

export async function updateAiGatewayVirtualModelConfig(platform: Platform): Promise<void> {
  const answer = await platform.apiAiGateway.updateAiGatewayVirtualModelConfig();
  console.log(answer);
}

export async function deleteAiGatewayVirtualModelConfig(platform: Platform): Promise<void> {
  await platform.apiAiGateway.deleteAiGatewayVirtualModelConfig({ virtualModelSlug: 'virtual_model_slug' });
}

export async function listAiGatewayVirtualModelConfigs(platform: Platform): Promise<void> {
  const answer = await platform.apiAiGateway.listAiGatewayVirtualModelConfigs();
  console.log(answer);
}

export async function getAiGatewayVirtualModelConfigBySlug(platform: Platform): Promise<void> {
  const answer = await platform.apiAiGateway.getAiGatewayVirtualModelConfigBySlug({ vmcSlug: '<vmc_slug>' });
  console.log(answer);
}

export async function updateAiGatewayVirtualModelConfigBySlug(platform: Platform): Promise<void> {
  const answer = await platform.apiAiGateway.updateAiGatewayVirtualModelConfigBySlug({ vmcSlug: '<vmc_slug>' });
  console.log(answer);
}

export async function deleteAiGatewayVirtualModelConfigBySlug(platform: Platform): Promise<void> {
  await platform.apiAiGateway.deleteAiGatewayVirtualModelConfigBySlug({ vmcSlug: '<vmc_slug>' });
}
