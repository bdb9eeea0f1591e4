// Parses the authenticator response that a browser sends. Verifies nothing.

/** The members of PublicKeyCredential.toJSON() that are used. */
export interface SentCredential {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    attestationObject?: string;
    transports?: string[];
    authenticatorData?: string;
    signature?: string;
    userHandle?: string;
  };
  clientExtensionResults: Record<string, never>;
}

/** Maximum length of credential ids and user handles in bytes (WebAuthn). */
const LONGEST_ID = 1_023;
const LONGEST_HANDLE = 64;
/** Maximum lengths in base64url characters. An attestation may contain certificates. */
const LONGEST = {
  clientDataJSON: 8_192,
  attestationObject: 32_768,
  authenticatorData: 4_096,
  signature: 2_048,
} as const;
const TRANSPORTS = new Set(['usb', 'nfc', 'ble', 'smart-card', 'internal', 'hybrid', 'cable']);
const PARTS = {
  registration: ['clientDataJSON', 'attestationObject'],
  assertion: ['clientDataJSON', 'authenticatorData', 'signature'],
} as const;

export type WebauthnCeremony = keyof typeof PARTS;

/** Parses a credential. Returns null if it is invalid for this ceremony. */
export function readCredential(
  sent: Readonly<Record<string, unknown>>,
  ceremony: WebauthnCeremony,
): SentCredential | null {
  const { id, rawId = id, type, response } = sent;
  if (type !== 'public-key' || typeof response !== 'object' || response === null) return null;
  if (!isBase64Url(id, inBase64(LONGEST_ID)) || rawId !== id) return null;
  const members = response as Record<string, unknown>;
  const parts: Record<string, string> = {};
  for (const name of PARTS[ceremony]) {
    const part = members[name];
    if (!isBase64Url(part, LONGEST[name])) return null;
    parts[name] = part;
  }
  const { transports, userHandle } = members;
  if (ceremony === 'assertion' && isBase64Url(userHandle, inBase64(LONGEST_HANDLE))) parts.userHandle = userHandle;
  const known = Array.isArray(transports) ? [...new Set(transports)].filter((name) => TRANSPORTS.has(name)) : [];
  const { clientDataJSON = '' } = parts;
  return { id, rawId: id, type, response: { ...parts, clientDataJSON, transports: known }, clientExtensionResults: {} };
}

/** Returns the length in base64url characters of a number of bytes. */
const inBase64 = (bytes: number): number => Math.ceil((bytes * 8) / 6);

/** Returns true if the value is canonical base64url of 1 to `longest` characters. */
function isBase64Url(value: unknown, longest: number): value is string {
  if (typeof value !== 'string' || value === '' || value.length > longest) return false;
  return Buffer.from(value, 'base64url').toString('base64url') === value;
}

/** Returns the credential id in hexadecimal, the format in which SQL reads bytes. */
export const credentialIdHex = ({ id }: SentCredential): string => Buffer.from(id, 'base64url').toString('hex');

/** Returns the user handle, which is the user's id as text. Returns null if it is absent or not text. */
export function readUserHandle({ response }: SentCredential): string | null {
  const text = Buffer.from(response.userHandle ?? '', 'base64url').toString('latin1');
  return /^[ -~]{1,64}$/.test(text) ? text : null;
}
