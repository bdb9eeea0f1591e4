// What is wrong with a template, and where.

/** A sentence with the line and column that it is about. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly line: number;
  readonly column: number;
  constructor(source: string, at: number, what: string) {
    const before = source.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    super(`line ${line}, column ${column}: ${what}`);
    this.line = line;
    this.column = column;
  }
}

/** A template that takes too long or grows too big with what it is given. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
}
