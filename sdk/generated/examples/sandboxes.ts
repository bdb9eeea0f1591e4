// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listNamedSandboxes(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.listNamedSandboxes();
  console.log(answer);
}

export async function listDrives(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.listDrives();
  console.log(answer);
}

export async function getOrCreateDrive(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.getOrCreateDrive({ name: '<name>' });
  console.log(answer);
}

export async function deleteDrive(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.deleteDrive({ name: '<name>' });
  console.log(answer);
}

export async function listSessionSnapshots(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.listSessionSnapshots();
  console.log(answer);
}

export async function getSessionSnapshot(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.getSessionSnapshot({ snapshotId: '<snapshot_id>' });
  console.log(answer);
}

export async function deleteSessionSnapshot(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.deleteSessionSnapshot({ snapshotId: '<snapshot_id>' });
  console.log(answer);
}

export async function listSessions(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.listSessions();
  console.log(answer);
}

export async function getSession(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.getSession({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function getNamedSandbox(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.getNamedSandbox({ name: '<name>' });
  console.log(answer);
}

export async function deleteSandbox(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.deleteSandbox({ name: '<name>' });
  console.log(answer);
}

export async function listSessionCommands(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.listSessionCommands({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function getSessionCommand(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.getSessionCommand({ sessionId: '<session_id>', cmdId: '<cmd_id>' });
  console.log(answer);
}

export async function killSessionCommand(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.killSessionCommand({ cmdId: '<cmd_id>', sessionId: '<session_id>' });
  console.log(answer);
}

export async function stopSession(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.stopSession({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function extendSessionTimeout(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.extendSessionTimeout({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function updateSessionNetworkPolicy(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.updateSessionNetworkPolicy({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function readSessionFile(platform: Platform): Promise<void> {
  const stream = await platform.sandboxes.readSessionFile({ sessionId: '<session_id>' });
  for await (const chunk of stream) console.log(chunk.byteLength);
}

export async function createSessionDirectory(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.createSessionDirectory({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function writeSessionFiles(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.writeSessionFiles({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function createSandboxesSessionsBySessionIdSnapshotV2(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.createSandboxesSessionsBySessionIdSnapshotV2({ sessionId: '<session_id>' });
  console.log(answer);
}

export async function createSandboxesSessionsBySessionIdSnapshotV3(platform: Platform): Promise<void> {
  const answer = await platform.sandboxes.createSandboxesSessionsBySessionIdSnapshotV3({ sessionId: '<session_id>' });
  console.log(answer);
}
