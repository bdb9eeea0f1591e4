// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function buyCredits(platform: Platform): Promise<void> {
  const answer = await platform.billing.buyCredits({ requestBody: { item: { type: 'credits', creditType: 'v0', amount: 1 } } });
  console.log(answer);
}
