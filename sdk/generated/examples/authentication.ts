// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function exchangeSsoToken(platform: Platform): Promise<void> {
  const answer = await platform.authentication.exchangeSsoToken({ code: 'code', clientId: 'client_id', clientSecret: 'client_secret', grantType: 'authorization_code' });
  console.log(answer);
}

export async function listAuthTokens(platform: Platform): Promise<void> {
  const answer = await platform.authentication.listAuthTokens();
  console.log(answer);
}

export async function createAuthToken(platform: Platform): Promise<void> {
  const answer = await platform.authentication.createAuthToken({ requestBody: { name: 'name' } });
  console.log(answer);
}

export async function getAuthToken(platform: Platform): Promise<void> {
  const answer = await platform.authentication.getAuthToken({ tokenId: '<token_id>' });
  console.log(answer);
}

export async function deleteAuthToken(platform: Platform): Promise<void> {
  const answer = await platform.authentication.deleteAuthToken({ tokenId: '<token_id>' });
  console.log(answer);
}
