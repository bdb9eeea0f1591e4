// A set of 64-bit digests in slots of 8 bytes, which uses much less memory than a set of strings.

const FIRST_SIZE = 1 << 12;

export class DigestSet {
  /** Two 32-bit halves per slot. An empty slot has two zeros. */
  #places = new Uint32Array(2 * FIRST_SIZE);
  #size = 0;

  /** Adds a digest of 16 hexadecimal digits. Returns false if the set already has it. */
  add(digest: string): boolean {
    const high = Number.parseInt(digest.slice(0, 8), 16);
    const low = Number.parseInt(digest.slice(8), 16) || 1;
    if (!this.#put(this.#places, high, low)) return false;
    this.#size += 1;
    if (this.#size * 8 > this.#places.length * 3) this.#grow();
    return true;
  }

  has(digest: string): boolean {
    const high = Number.parseInt(digest.slice(0, 8), 16);
    const low = Number.parseInt(digest.slice(8), 16) || 1;
    const at = findSlot(this.#places, high, low);
    return this.#places[at + 1] !== 0;
  }

  #put(places: Uint32Array, high: number, low: number): boolean {
    const at = findSlot(places, high, low);
    if (places[at + 1] !== 0) return false;
    places[at] = high;
    places[at + 1] = low;
    return true;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#places.length);
    for (let at = 0; at < this.#places.length; at += 2) {
      const low = this.#places[at + 1] as number;
      if (low !== 0) this.#put(larger, this.#places[at] as number, low);
    }
    this.#places = larger;
  }
}

/** Returns the index of the slot that contains a digest, or of the empty slot for it. */
function findSlot(places: Uint32Array, high: number, low: number): number {
  const mask = places.length / 2 - 1;
  for (let place = low & mask; ; place = (place + 1) & mask) {
    const at = 2 * place;
    if (places[at + 1] === 0 || (places[at] === high && places[at + 1] === low)) return at;
  }
}
