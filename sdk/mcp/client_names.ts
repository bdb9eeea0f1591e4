// Names for HTTP clients, sent as Mcp-Session-Id. Nothing is kept for a name: it carries a seal that only this process can make.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

export class ClientNames {
  readonly #key = randomBytes(32);

  /** A name nobody can guess. */
  issue(): string {
    const id = randomUUID();
    return `${id}.${this.#seal(id).toString('base64url')}`;
  }

  /** The name, when it was issued here; one that was made up, or came from another process, names nobody. */
  read(name: string | string[] | undefined): string | undefined {
    if (typeof name !== 'string') return undefined;
    const [id = '', seal = ''] = name.split('.');
    const [given, own] = [Buffer.from(seal, 'base64url'), this.#seal(id)];
    const whole = given.length === own.length && timingSafeEqual(given, own);
    // Read back as it was written: base64 has several spellings of the same bytes.
    return whole && name === `${id}.${own.toString('base64url')}` ? name : undefined;
  }

  #seal(id: string): Buffer {
    return createHmac('sha256', this.#key).update(id).digest();
  }
}
