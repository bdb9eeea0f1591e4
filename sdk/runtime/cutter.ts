// Cuts a text that comes in pieces into entries: one per line, or, where a line begins with "[", one per element of
// the array that begins there, however many lines it takes. No more than the entry at hand is kept.

// What to stop at next; a string is one inside of an array.
const marks = { start: /\S/g, line: /\n/g, array: /["[\]{},]/g, string: /["\\]/g };

export class Cutter {
  #state: keyof typeof marks = 'start';
  #entry = '';
  /** Brackets open within an element. */
  #depth = 0;
  /** Elements the array had before this one. */
  #count = 0;
  /** The piece before ended with a backslash. */
  #escaped = false;

  /** Takes the next piece of text and gives the entries it completes. */
  *push(text: string): Generator<string, void, undefined> {
    if (!text) return;
    let from = 0;
    let at = this.#escaped ? 1 : 0;
    this.#escaped = false;
    while (at < text.length) {
      const mark = marks[this.#state];
      mark.lastIndex = at;
      const found = mark.exec(text)?.[0];
      if (!found) break;
      at = mark.lastIndex;
      if (this.#state === 'start') from = this.#begin(found) ? at : at - 1;
      else if (found === '\\') this.#escaped = ++at > text.length;
      else if (found === '"') this.#state = this.#state === 'string' ? 'array' : 'string';
      else if (this.#ends(found)) {
        yield* this.#take(text.slice(from, at - 1), found);
        from = at;
      }
    }
    if (this.#state !== 'start') this.#entry += text.slice(from);
  }

  /** Gives what is left. Half an array is given as it is, so that nobody takes it for a whole one. */
  *end(): Generator<string, void, undefined> {
    if (this.#state === 'line') yield this.#entry;
    else if (this.#state !== 'start') yield `[${this.#entry}`;
  }

  #begin(first: string): boolean {
    const array = first === '[';
    this.#state = array ? 'array' : 'line';
    this.#count = 0;
    return array;
  }

  #ends(mark: string): boolean {
    if (mark === '\n') return true;
    if (mark === '[' || mark === '{') this.#depth++;
    else if (!this.#depth) return mark !== '}';
    // A bracket too many stays in its element, which is no JSON then.
    else if (mark !== ',') this.#depth--;
    return false;
  }

  *#take(more: string, mark: string): Generator<string, void, undefined> {
    const entry = this.#entry + more;
    this.#entry = '';
    // Only "[]" has an element without a text.
    if (mark !== ']' || this.#count || entry.trim()) yield entry;
    this.#count++;
    if (mark !== ',') this.#state = 'start';
  }
}
