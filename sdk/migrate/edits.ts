// Changes to a text, by place.

interface Edit {
  start: number;
  end: number;
  text: string;
}

export class Edits {
  readonly #edits: Edit[] = [];

  /** Puts a text in the place of another; what was already said about a place holds. */
  replace(start: number, end: number, text: string): void {
    if (this.#edits.some((edit) => start < edit.end && edit.start < end)) return;
    this.#edits.push({ start, end, text });
  }

  apply(source: string): string {
    return [...this.#edits]
      .sort((a, b) => b.start - a.start || b.end - a.end)
      .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
  }
}
