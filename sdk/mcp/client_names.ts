// Names for HTTP clients, sent as Mcp-Session-Id. The server stores nothing: a name contains a MAC that only this
// process can create.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

export class ClientNames {
  readonly #key = randomBytes(32);

  /** Returns an unguessable name. */
  issue(): string {
    const id = randomUUID();
    return `${id}.${this.#seal(id).toString('base64url')}`;
  }

  /** Returns the name if this process issued it, otherwise undefined. */
  read(name: string | string[] | undefined): string | undefined {
    if (typeof name !== 'string') return undefined;
    const [id = '', seal = ''] = name.split('.');
    const [given, own] = [Buffer.from(seal, 'base64url'), this.#seal(id)];
    const whole = given.length === own.length && timingSafeEqual(given, own);
    // Compared in its original spelling, because base64 has several spellings of the same bytes.
    return whole && name === `${id}.${own.toString('base64url')}` ? name : undefined;
  }

  #seal(id: string): Buffer {
    return createHmac('sha256', this.#key).update(id).digest();
  }
}
