// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getRuntimeLogs(platform: Platform): Promise<void> {
  for await (const entry of await platform.logs.getRuntimeLogs({ projectId: '<project_id>', deploymentId: '<deployment_id>' })) console.log(entry);
}
