// The syntax tree of a template.

export type Operand =
  | { type: 'path'; path: readonly string[]; at: number }
  | { type: 'variable'; name: string; path: readonly string[]; at: number }
  | { type: 'literal'; value: string | number | boolean | null; at: number }
  | { type: 'function'; name: string; at: number }
  | { type: 'pipe'; pipe: Pipe; path: readonly string[]; at: number };

/** A function with its arguments, or a value. */
export interface Command {
  operands: readonly [Operand, ...Operand[]];
  at: number;
}

export interface Pipe {
  /** Variables that are set. `declares` is true for := and false for =. */
  names: readonly string[];
  declares: boolean;
  commands: readonly Command[];
  at: number;
}

/** Escapes a printed value for its context. */
export type Escape = (value: unknown) => string;

export type Node =
  | { type: 'text'; text: string; at: number }
  | { type: 'print'; pipe: Pipe; at: number; escape: Escape }
  | { type: 'set'; pipe: Pipe; at: number }
  | { type: 'if' | 'with' | 'range'; pipe: Pipe; body: Node[]; otherwise: Node[]; at: number }
  | { type: 'break' | 'continue'; at: number };
