// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function updateStaticIps(platform: Platform): Promise<void> {
  const answer = await platform.staticIps.updateStaticIps({ idOrName: '<id_or_name>' });
  console.log(answer);
}
