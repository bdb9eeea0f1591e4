// Errors in templates, with their position.

/** A syntax error with line and column. */
export class TemplateError extends Error {
  readonly code = 'template_invalid';
  override readonly name = 'TemplateError';
  readonly line: number;
  readonly column: number;
  /** The error message without its position. */
  readonly what: string;
  constructor(source: string, at: number, what: string) {
    const before = source.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    super(`line ${line}, column ${column}: ${what}`);
    this.line = line;
    this.column = column;
    this.what = what;
  }
}

/** Thrown if rendering exceeds a limit on work or size. */
export class RenderError extends Error {
  readonly code = 'template_too_expensive';
  override readonly name = 'RenderError';
}
