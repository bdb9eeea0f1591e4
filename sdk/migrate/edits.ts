// Edits of a text, by position.

interface Edit {
  start: number;
  end: number;
  text: string;
}

export class Edits {
  readonly #edits: Edit[] = [];

  /** Replaces a range; an earlier edit of an overlapping range takes precedence. */
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
