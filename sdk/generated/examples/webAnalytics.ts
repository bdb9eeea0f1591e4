// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function aggregatePageviews(platform: Platform): Promise<void> {
  const answer = await platform.webAnalytics.aggregatePageviews({ projectId: 'project_id', by: ['hour'], since: 1, until: 1 });
  console.log(answer);
}

export async function aggregateEvents(platform: Platform): Promise<void> {
  const answer = await platform.webAnalytics.aggregateEvents({ projectId: 'project_id', by: ['hour'], since: 1, until: 1 });
  console.log(answer);
}

export async function countPageviews(platform: Platform): Promise<void> {
  const answer = await platform.webAnalytics.countPageviews({ projectId: 'project_id' });
  console.log(answer);
}

export async function countEvents(platform: Platform): Promise<void> {
  const answer = await platform.webAnalytics.countEvents({ projectId: 'project_id' });
  console.log(answer);
}
