// Splits a text that arrives in pieces into entries: one per line, or, if a line starts with "[", one per element of
// the array that starts there, over any number of lines. Keeps only the current entry in memory.

// The characters to look for next; `string` applies inside an array.
const marks = { start: /\S/g, line: /\n/g, array: /["[\]{},]/g, string: /["\\]/g };

export class Cutter {
  #state: keyof typeof marks = 'start';
  #entry = '';
  /** Open brackets within an element. */
  #depth = 0;
  /** Number of elements of the array before this one. */
  #count = 0;
  /** True if the previous piece ended with a backslash. */
  #escaped = false;

  /** Takes the next piece of text and yields the entries that it completes. */
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

  /** Yields the rest. Half an array is yielded unchanged, so that it fails to parse. */
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
    // An extra bracket stays in its element, which then fails to parse.
    else if (mark !== ',') this.#depth--;
    return false;
  }

  *#take(more: string, mark: string): Generator<string, void, undefined> {
    const entry = this.#entry + more;
    this.#entry = '';
    // Only "[]" has an empty element.
    if (mark !== ']' || this.#count || entry.trim()) yield entry;
    this.#count++;
    if (mark !== ',') this.#state = 'start';
  }
}
