// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createWebhook(platform: Platform): Promise<void> {
  const answer = await platform.webhooks.createWebhook({ requestBody: { url: 'url', events: ['budget.reached'] } });
  console.log(answer);
}

export async function getWebhooks(platform: Platform): Promise<void> {
  const answer = await platform.webhooks.getWebhooks();
  console.log(answer);
}

export async function getWebhook(platform: Platform): Promise<void> {
  const answer = await platform.webhooks.getWebhook({ id: '<id>' });
  console.log(answer);
}

export async function deleteWebhook(platform: Platform): Promise<void> {
  await platform.webhooks.deleteWebhook({ id: '<id>' });
}
