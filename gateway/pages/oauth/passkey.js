// Signs a challenge with a passkey or security key.
import { ApiError } from './api.js';

const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const hasKeys = () => 'credentials' in navigator && 'PublicKeyCredential' in window;

/** Returns the credential for the server's options, as JSON. */
export async function sign({ challenge, allowCredentials = [], ...options }) {
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    allowCredentials: allowCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
  };
  let credential;
  try {
    credential = await navigator.credentials.get({ publicKey });
  } catch (error) {
    if (error instanceof DOMException) throw new ApiError(error.message, 'key_refused');
    throw error;
  }
  if (credential === null) throw new ApiError('No credential was chosen', 'key_refused');
  const { id, type, rawId, response } = credential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    type,
    rawId: textOf(rawId),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle ? { userHandle: textOf(userHandle) } : {}),
    },
    clientExtensionResults: {},
  };
}
