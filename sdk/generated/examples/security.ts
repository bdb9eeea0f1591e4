// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function updateAttackChallengeMode(platform: Platform): Promise<void> {
  const answer = await platform.security.updateAttackChallengeMode({ requestBody: { projectId: 'project_id', attackModeEnabled: true, attackModeActiveUntil: 1 } });
  console.log(answer);
}

export async function getSecurityFirewallConfig(platform: Platform): Promise<void> {
  const answer = await platform.security.getSecurityFirewallConfig();
  console.log(answer);
}

export async function putFirewallConfig(platform: Platform): Promise<void> {
  const answer = await platform.security.putFirewallConfig({ projectId: 'project_id', requestBody: { firewallEnabled: true } });
  console.log(answer);
}

export async function updateFirewallConfig(platform: Platform): Promise<void> {
  const answer = await platform.security.updateFirewallConfig({ projectId: 'project_id', requestBody: { action: 'rules.insert', value: { name: 'name', active: true, conditionGroup: [{ conditions: [{ type: 'host', op: 're' }] }] } } });
  console.log(answer);
}

export async function getFirewallConfig(platform: Platform): Promise<void> {
  const answer = await platform.security.getFirewallConfig({ configVersion: '<config_version>', projectId: 'project_id' });
  console.log(answer);
}

export async function deleteSecurityFirewallConfigByConfigVersion(platform: Platform): Promise<void> {
  await platform.security.deleteSecurityFirewallConfigByConfigVersion({ configVersion: '<config_version>' });
}

export async function createSecurityFirewallConfigByConfigVersionActivate(platform: Platform): Promise<void> {
  const answer = await platform.security.createSecurityFirewallConfigByConfigVersionActivate({ configVersion: '<config_version>' });
  console.log(answer);
}

export async function getActiveAttackStatus(platform: Platform): Promise<void> {
  const answer = await platform.security.getActiveAttackStatus({ projectId: 'project_id' });
  console.log(answer);
}

export async function getBypassIp(platform: Platform): Promise<void> {
  const answer = await platform.security.getBypassIp({ projectId: 'project_id' });
  console.log(answer);
}

export async function addBypassIp(platform: Platform): Promise<void> {
  const answer = await platform.security.addBypassIp({ projectId: 'project_id' });
  console.log(answer);
}

export async function removeBypassIp(platform: Platform): Promise<void> {
  const answer = await platform.security.removeBypassIp({ projectId: 'project_id' });
  console.log(answer);
}

export async function getSecurityFirewallEvents(platform: Platform): Promise<void> {
  const answer = await platform.security.getSecurityFirewallEvents({ projectId: 'project_id' });
  console.log(answer);
}

export async function generateFirewallRule(platform: Platform): Promise<void> {
  const answer = await platform.security.generateFirewallRule();
  console.log(answer);
}
