// Renders a parsed template. The type of a value never causes an error. Steps, output and function results are
// limited, because nested ranges multiply them. Beyond a limit, RenderError is thrown.
import { RenderError } from './fault.ts';
import { FUNCTIONS } from './functions.ts';
import type { Command, Node, Operand, Pipe } from './syntax.ts';
import { isMap, isTruthy, readPath, sortedKeys, toComparable } from './values.ts';

const MOST_STEPS = 100_000;
/** Maximum number of characters of the output. It is also the limit of the sum of all function results. */
const LONGEST = 1_000_000;
/** Maximum number of characters that functions, conditions and ranges may read, including MEMBER per member. */
const MOST_READ = 20 * LONGEST;
/** Characters that each member of a list or map adds to the count of MOST_READ, for the time to sort or copy it. */
const MEMBER = 8;

/** Renders a template with values. */
export function renderNodes(nodes: readonly Node[], values: unknown): string {
  const run = new TemplateRenderer(values);
  run.list(nodes, values);
  return run.printed();
}

type ControlFlow = 'on' | 'break' | 'continue';

class TemplateRenderer {
  private readonly variables: { name: string; value: unknown }[];
  private readonly parts: string[] = [];
  private length = 0;
  private made = 0;
  private read = 0;
  private steps = 0;
  constructor(values: unknown) {
    this.variables = [{ name: '$', value: values }];
  }

  printed(): string {
    return this.parts.join('');
  }

  private print(text: string): void {
    this.length += text.length;
    if (this.length > LONGEST) throw new RenderError(`the output is longer than ${LONGEST} characters`);
    this.parts.push(text);
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new RenderError(`the template takes more than ${MOST_STEPS} steps`);
  }

  list(nodes: readonly Node[], dot: unknown): ControlFlow {
    const outer = this.variables.length;
    for (const node of nodes) {
      this.step();
      const flow = this.node(node, dot);
      if (flow === 'on') continue;
      this.variables.length = outer;
      return flow;
    }
    this.variables.length = outer;
    return 'on';
  }

  private node(node: Node, dot: unknown): ControlFlow {
    switch (node.type) {
      case 'text':
        this.print(node.text);
        return 'on';
      case 'print':
        this.print(node.escape(this.pipe(node.pipe, dot)));
        return 'on';
      case 'set':
        this.set(node.pipe, [this.pipe(node.pipe, dot)]);
        return 'on';
      case 'break':
      case 'continue':
        return node.type;
      case 'range':
        return this.range(node, dot);
    }
    const value = this.looked(this.pipe(node.pipe, dot));
    const outer = this.variables.length;
    if (node.pipe.names.length > 0) this.set(node.pipe, [value]);
    const inner = node.type === 'with' ? value : dot;
    const flow = isTruthy(value) ? this.list(node.body, inner) : this.list(node.otherwise, dot);
    this.variables.length = outer;
    return flow;
  }

  private range(node: Extract<Node, { type: 'if' | 'with' | 'range' }>, dot: unknown): ControlFlow {
    const pairs = entries(this.looked(this.pipe(node.pipe, dot)));
    const outer = this.variables.length;
    let empty = true;
    for (const [key, value] of pairs) {
      this.step();
      empty = false;
      this.set(node.pipe, node.pipe.names.length === 2 ? [key, value] : [value]);
      const flow = this.list(node.body, value);
      this.variables.length = outer;
      if (flow === 'break') break;
    }
    return empty ? this.list(node.otherwise, dot) : 'on';
  }

  private set({ names, declares }: Pipe, values: readonly unknown[]): void {
    for (const [position, name] of names.entries()) {
      const value = values[position];
      const known = declares ? undefined : this.variables.findLast((variable) => variable.name === name);
      if (known) known.value = value;
      else this.variables.push({ name, value });
    }
  }

  private pipe(pipe: Pipe, dot: unknown): unknown {
    let piped: unknown[] = [];
    for (const command of pipe.commands) piped = [this.command(command, dot, piped)];
    return piped[0];
  }

  private command({ operands: [first, ...args] }: Command, dot: unknown, piped: readonly unknown[]): unknown {
    if (first.type !== 'function') return this.operand(first, dot);
    if (first.name !== 'and' && first.name !== 'or') {
      return this.call(first.name, [...args.map((arg) => this.operand(arg, dot)), ...piped]);
    }
    // Short-circuit evaluation: arguments after the first that decides are not evaluated.
    let value: unknown;
    for (const look of [...args.map((arg) => () => this.operand(arg, dot)), ...piped.map((one) => () => one)]) {
      value = this.looked(look());
      if (isTruthy(value) === (first.name === 'or')) return value;
    }
    return value;
  }

  /**
   * Calls a function and counts the length of its result. Counting only the output would be too late, because a
   * variable may become too large before it is printed.
   */
  private call(name: string, args: readonly unknown[]): unknown {
    // printf may truncate its arguments, so the length of the result does not show how much printf has read.
    // Therefore all members of the arguments are counted.
    for (const arg of args) this.looked(arg, name === 'printf');
    const value = FUNCTIONS[name]?.work(args);
    this.made += computeLength(value);
    if (this.made > LONGEST) throw new RenderError(`functions return more than ${LONGEST} characters`);
    return value;
  }

  /** Counts the cost of reading a value and returns the value. `deep` also counts the members of its members. */
  private looked(value: unknown, deep = false): unknown {
    this.read += computeLength(value);
    const members = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
    this.read += MEMBER * members.length;
    if (this.read > MOST_READ) throw new RenderError(`the template reads more than ${MOST_READ} characters`);
    if (deep) for (const member of members) this.looked(member, deep);
    return value;
  }

  private operand(operand: Operand, dot: unknown): unknown {
    switch (operand.type) {
      case 'path':
        return readPath(dot, operand.path);
      case 'variable':
        return readPath(this.variables.findLast(({ name }) => name === operand.name)?.value, operand.path);
      case 'literal':
        return operand.value;
      case 'pipe':
        return readPath(this.pipe(operand.pipe, dot), operand.path);
      case 'function':
        return this.call(operand.name, []);
    }
  }
}

/**
 * Yields the items of a range: list members with their index, map members with their key, or the numbers from 0 to
 * below a number. Yields nothing for other values.
 */
function* entries(value: unknown): Generator<[unknown, unknown]> {
  if (Array.isArray(value)) yield* value.entries();
  else if (isMap(value)) for (const key of sortedKeys(value)) yield [key, value[key]];
  else if (typeof value === 'number') for (let count = 0; count < value; count += 1) yield [count, count];
}

/** Returns the length of a text in characters; 0 for anything else. */
function computeLength(value: unknown): number {
  const text = toComparable(value);
  return typeof text === 'string' ? text.length : 0;
}
