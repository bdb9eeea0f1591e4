// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listUserEvents(platform: Platform): Promise<void> {
  const answer = await platform.user.listUserEvents();
  console.log(answer);
}

export async function listEventTypes(platform: Platform): Promise<void> {
  const answer = await platform.user.listEventTypes();
  console.log(answer);
}

export async function getAuthUser(platform: Platform): Promise<void> {
  const answer = await platform.user.getAuthUser();
  console.log(answer);
}

export async function requestDelete(platform: Platform): Promise<void> {
  const answer = await platform.user.requestDelete({});
  console.log(answer);
}
