// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function recordEvents(platform: Platform): Promise<void> {
  await platform.artifacts.recordEvents({ requestBody: [{ sessionId: 'session_id', source: 'LOCAL', event: 'HIT', hash: 'hash' }] });
}

export async function status(platform: Platform): Promise<void> {
  const answer = await platform.artifacts.status();
  console.log(answer);
}

export async function uploadArtifact(platform: Platform): Promise<void> {
  const answer = await platform.artifacts.uploadArtifact({ hash: '<hash>', contentLength: 5, requestBody: new Blob(['bytes']) });
  console.log(answer);
}

export async function downloadArtifact(platform: Platform): Promise<void> {
  const stream = await platform.artifacts.downloadArtifact({ hash: '<hash>' });
  for await (const chunk of stream) console.log(chunk.byteLength);
}

export async function artifactExists(platform: Platform): Promise<void> {
  await platform.artifacts.artifactExists({ hash: '<hash>' });
}

export async function artifactQuery(platform: Platform): Promise<void> {
  const answer = await platform.artifacts.artifactQuery({ requestBody: { hashes: ['hashes'] } });
  console.log(answer);
}

export async function deleteAllArtifacts(platform: Platform): Promise<void> {
  const answer = await platform.artifacts.deleteAllArtifacts();
  console.log(answer);
}
