// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createDrain(platform: Platform): Promise<void> {
  const answer = await platform.drains.createDrain();
  console.log(answer);
}

export async function getDrains(platform: Platform): Promise<void> {
  const answer = await platform.drains.getDrains();
  console.log(answer);
}

export async function deleteDrain(platform: Platform): Promise<void> {
  await platform.drains.deleteDrain({ id: '<id>' });
}

export async function getDrain(platform: Platform): Promise<void> {
  const answer = await platform.drains.getDrain({ id: '<id>' });
  console.log(answer);
}

export async function updateDrain(platform: Platform): Promise<void> {
  const answer = await platform.drains.updateDrain({ id: '<id>' });
  console.log(answer);
}

export async function testDrain(platform: Platform): Promise<void> {
  const answer = await platform.drains.testDrain();
  console.log(answer);
}
