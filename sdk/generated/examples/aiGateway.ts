// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createAiGatewayRule(platform: Platform): Promise<void> {
  const answer = await platform.aiGateway.createAiGatewayRule();
  console.log(answer);
}

export async function listAiGatewayRules(platform: Platform): Promise<void> {
  const answer = await platform.aiGateway.listAiGatewayRules();
  console.log(answer);
}

export async function updateAiGatewayRule(platform: Platform): Promise<void> {
  const answer = await platform.aiGateway.updateAiGatewayRule();
  console.log(answer);
}

export async function deleteAiGatewayRule(platform: Platform): Promise<void> {
  await platform.aiGateway.deleteAiGatewayRule({ ruleId: 'rule_id' });
}
