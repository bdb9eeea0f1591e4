// Searches texts for secrets in every encoding.

/** Secret values with a description for the message. */
export type Secrets = ReadonlyMap<string, string>;

/** Returns the forms of a secret in dumps and logs: raw, escaped, encoded and decoded. */
export function encodedForms(secret: string): Set<string> {
  const found = new Set<string>();
  const bytes = (buffer: Buffer): void => {
    const hex = buffer.toString('hex');
    found.add(hex).add(hex.toUpperCase());
    // The Base64 form depends on the offset of the secret in the encoded text, so the inner characters of all three
    // alignments are searched for.
    for (const shift of [0, 1, 2]) {
      const shifted = Buffer.concat([Buffer.alloc(shift), buffer])
        .toString('base64')
        .replace(/=+$/, '');
      const inner = shifted.slice(shift === 0 ? 0 : 4, shifted.length - (shifted.length % 4 || 4));
      for (const text of shift === 0 ? [shifted, inner] : [inner]) {
        if (text.length >= 10) found.add(text).add(text.replaceAll('+', '-').replaceAll('/', '_'));
      }
    }
  };
  found.add(secret);
  found.add(JSON.stringify(secret).slice(1, -1));
  found.add(secret.replaceAll("'", "''"));
  found.add(encodeURIComponent(secret)).add(encodeURIComponent(secret).replaceAll('%20', '+'));
  found.add(new URLSearchParams({ x: secret }).toString().slice(2));
  found.add(JSON.stringify(JSON.stringify(secret)).slice(3, -3));
  const decoded = secret.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  found.add(decoded).add(decoded.replaceAll('+', ' '));
  bytes(Buffer.from(secret, 'utf8'));
  if (/^[0-9a-f]{40,}$/i.test(secret)) bytes(Buffer.from(secret, 'hex'));
  if (/^[A-Za-z0-9_-]{40,}$/.test(secret)) bytes(Buffer.from(secret, 'base64url'));
  if (secret.split('.').length === 3 && secret.startsWith('eyJ')) {
    const signature = secret.split('.')[2] as string;
    found.add(signature);
    bytes(Buffer.from(signature, 'base64url'));
  }
  found.delete('');
  return found;
}

/** Returns a description of each secret that a text contains, without its value. */
export function findSecrets(where: string, text: string, secrets: Secrets): string[] {
  const lower = text.toLowerCase();
  const hits: string[] = [];
  for (const [secret, kind] of secrets) {
    for (const form of encodedForms(secret)) {
      const at = lower.indexOf(form.toLowerCase());
      if (at < 0) continue;
      const around = text.slice(Math.max(0, at - 60), at).replace(/\s+/g, ' ');
      hits.push(`${where}: ${kind} as ${form.length} characters after "${around}"`);
      break;
    }
  }
  return hits;
}
