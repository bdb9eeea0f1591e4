// Builds the syntax tree of a template. Unsupported features of Go's html/template are errors with a position.
import { TemplateError } from './fault.ts';
import { FUNCTIONS } from './functions.ts';
import { type Piece, splitTemplate, type Word } from './lexer.ts';
import type { Command, Node, Operand, Pipe } from './syntax.ts';

const NOT_UNDERSTOOD = new Set(['define', 'template', 'block']);
const KEYWORDS = new Set(['if', 'else', 'end', 'range', 'with', 'break', 'continue', ...NOT_UNDERSTOOD]);
/** Maximum nesting depth. */
const DEEPEST = 50;

type Ending = { keyword: 'end' | 'else'; words: Words; at: number } | null;

export function parse(source: string): Node[] {
  const reader = new Reader(source);
  const { nodes, ending } = reader.list(0, false);
  if (ending) throw new TemplateError(source, ending.at, `{{ ${ending.keyword} }} belongs to nothing`);
  return nodes;
}

class Reader {
  readonly source: string;
  private readonly pieces: readonly Piece[];
  private next = 0;
  /** Variables in scope. */
  private known: string[] = ['$'];
  constructor(source: string) {
    this.source = source;
    this.pieces = splitTemplate(source);
  }

  fault(at: number, what: string): TemplateError {
    return new TemplateError(this.source, at, what);
  }

  /** Parses nodes up to {{ end }}, {{ else }} or the end of the template. */
  list(depth: number, in_range: boolean): { nodes: Node[]; ending: Ending } {
    const nodes: Node[] = [];
    const outer = this.known.length;
    for (let piece = this.pieces[this.next]; piece; piece = this.pieces[this.next]) {
      this.next += 1;
      if (piece.type === 'text') {
        nodes.push(piece);
        continue;
      }
      const words = new Words(this, piece);
      const keyword = words.keyword();
      if (keyword === 'end' || keyword === 'else') {
        this.known.length = outer;
        return { nodes, ending: { keyword, words, at: piece.at } };
      }
      nodes.push(this.node(keyword, words, { at: piece.at, depth, in_range }));
    }
    this.known.length = outer;
    return { nodes, ending: null };
  }

  private node(keyword: string, words: Words, o: { at: number; depth: number; in_range: boolean }): Node {
    const { at } = o;
    if (NOT_UNDERSTOOD.has(keyword)) throw this.fault(at, `{{ ${keyword} }} is not understood: a template is one text`);
    if (keyword === 'if' || keyword === 'with' || keyword === 'range') return this.control(keyword, words, o);
    if (keyword === 'break' || keyword === 'continue') {
      if (!o.in_range) throw this.fault(at, `{{ ${keyword} }} stands outside of {{ range }}`);
      words.end();
      return { type: keyword, at };
    }
    const pipe = words.pipe(this.known, 1);
    words.end();
    if (pipe.declares) this.known.push(...pipe.names);
    return pipe.names.length > 0 ? { type: 'set', pipe, at } : { type: 'print', pipe, at, escape: String };
  }

  private control(
    type: 'if' | 'with' | 'range',
    words: Words,
    o: { at: number; depth: number; in_range: boolean },
  ): Node {
    const { at, depth } = o;
    if (depth >= DEEPEST) throw this.fault(at, `more than ${DEEPEST} levels stand in one another`);
    const in_range = o.in_range || type === 'range';
    const outer = this.known.length;
    const pipe = words.pipe(this.known, type === 'range' ? 2 : 1);
    words.end();
    if (pipe.declares) this.known.push(...pipe.names);
    const body = this.list(depth + 1, in_range);
    let otherwise: Node[] = [];
    let { ending } = body;
    if (ending?.keyword === 'else') {
      const more = ending.words.keyword();
      if (more === 'if' || more === 'with') {
        if (type === 'range' || type !== more)
          throw this.fault(ending.at, `{{ else ${more} }} does not fit {{ ${type} }}`);
        // `else if` shares the {{ end }} of the outer `if`.
        otherwise = [this.control(more, ending.words, { ...o, at: ending.at, depth: depth + 1 })];
        this.known.length = outer;
        return { type, pipe, body: body.nodes, otherwise, at };
      }
      ending.words.end();
      ({ nodes: otherwise, ending } = this.list(depth + 1, o.in_range));
      if (ending?.keyword === 'else') throw this.fault(ending.at, 'there was an {{ else }} already');
    }
    if (!ending) throw this.fault(at, `this {{ ${type} }} has no {{ end }}`);
    ending.words.end();
    this.known.length = outer;
    return { type, pipe, body: body.nodes, otherwise, at };
  }
}

/** Reads the words of an action. */
class Words {
  private readonly words: readonly Word[];
  private readonly reader: Reader;
  private readonly at: number;
  private next = 0;
  /** Number of open parentheses. */
  private open = 0;
  constructor(reader: Reader, piece: Extract<Piece, { type: 'action' }>) {
    this.reader = reader;
    this.words = piece.words;
    this.at = piece.at;
  }

  private skipBlanks(): void {
    while (this.words[this.next]?.type === 'space') this.next += 1;
  }

  private peek(): Word | undefined {
    return this.words[this.next];
  }

  private isMark(mark: string): boolean {
    const word = this.peek();
    return word?.type === 'mark' && word.mark === mark;
  }

  private fault(what: string): TemplateError {
    return this.reader.fault(this.peek()?.at ?? this.at, what);
  }

  /** Reads a keyword. Returns '' if the next word is none. */
  keyword(): string {
    this.skipBlanks();
    const word = this.peek();
    if (word?.type !== 'name' || !KEYWORDS.has(word.name)) return '';
    this.next += 1;
    return word.name;
  }

  /** Throws unless the action ends here. */
  end(): void {
    this.skipBlanks();
    if (this.peek()) throw this.fault('this is too much here');
  }

  /**
   * Parses commands separated by |, optionally with an assignment to variables. `most` limits the number of these
   * variables.
   */
  pipe(known: readonly string[], most: number): Pipe {
    this.skipBlanks();
    const at = this.peek()?.at ?? this.at;
    const { names, declares } = this.names(known, most);
    const commands: Command[] = [];
    for (;;) {
      commands.push(this.command(known, commands.length > 0));
      this.skipBlanks();
      if (!this.isMark('|')) break;
      this.next += 1;
    }
    return { names, declares, commands, at };
  }

  private names(known: readonly string[], most: number): { names: string[]; declares: boolean } {
    const start = this.next;
    const names: string[] = [];
    for (let word = this.peek(); word?.type === 'variable' && word.path.length === 0; word = this.peek()) {
      names.push(word.name);
      this.next += 1;
      this.skipBlanks();
      if (this.isMark(',') && names.length < most) {
        this.next += 1;
        this.skipBlanks();
        continue;
      }
      const declares = this.isMark(':=');
      if (!declares && !this.isMark('=')) break;
      const unknown = declares ? undefined : names.find((name) => !known.includes(name));
      if (unknown !== undefined) throw this.fault(`the variable ${unknown} has not been declared`);
      if (names.includes('$')) throw this.fault('$ cannot be set');
      this.next += 1;
      return { names, declares };
    }
    this.next = start;
    return { names: [], declares: false };
  }

  private command(known: readonly string[], piped: boolean): Command {
    this.skipBlanks();
    const at = this.peek()?.at ?? this.at;
    const operands: Operand[] = [];
    for (;;) {
      const operand = this.operand(known);
      if (!operand) break;
      operands.push(operand);
      if (this.peek()?.type !== 'space') break;
      this.skipBlanks();
    }
    const [first, ...args] = operands;
    if (!first) throw this.fault('a value is missing here');
    if (first.type === 'function') this.checkCall(first, args, piped);
    else if (piped || args.length > 0) throw this.reader.fault(first.at, 'only a function takes arguments');
    const inner = args.find((arg) => arg.type === 'function');
    if (inner) throw this.reader.fault(inner.at, 'a call among arguments stands in parentheses');
    return { operands: [first, ...args], at };
  }

  private checkCall(first: { name: string; at: number }, args: readonly Operand[], piped: boolean): void {
    const { least, most, check } = FUNCTIONS[first.name] ?? { least: 0, most: 0 };
    const given = args.length + (piped ? 1 : 0);
    if (given < least || given > most) {
      throw this.reader.fault(
        first.at,
        `${first.name} takes ${least === most ? least : `at least ${least}`} argument(s)`,
      );
    }
    const [written] = args;
    const wrong = check?.(written?.type === 'literal' ? written.value : undefined);
    if (wrong) throw this.reader.fault(written?.at ?? first.at, wrong);
  }

  private operand(known: readonly string[]): Operand | null {
    const word = this.peek();
    if (!word) return null;
    if (word.type === 'mark') return word.mark === '(' ? this.parenthesis(known) : null;
    this.next += 1;
    const { at } = word;
    switch (word.type) {
      case 'dot':
        return { type: 'path', path: [], at };
      case 'field':
        return { type: 'path', path: word.path, at };
      case 'variable':
        if (!known.includes(word.name)) throw this.reader.fault(at, `the variable ${word.name} has not been declared`);
        return { type: 'variable', name: word.name, path: word.path, at };
      case 'literal':
        return { type: 'literal', value: word.value, at };
      case 'name':
        return this.named(word.name, at);
      default:
        throw this.reader.fault(at, 'this has no meaning here');
    }
  }

  private named(name: string, at: number): Operand {
    if (name === 'true' || name === 'false') return { type: 'literal', value: name === 'true', at };
    if (name === 'nil') return { type: 'literal', value: null, at };
    if (KEYWORDS.has(name)) throw this.reader.fault(at, `${name} has no meaning here`);
    if (!Object.hasOwn(FUNCTIONS, name)) {
      throw this.reader.fault(at, `there is no function ${name}; known are ${Object.keys(FUNCTIONS).join(', ')}`);
    }
    return { type: 'function', name, at };
  }

  private parenthesis(known: readonly string[]): Operand {
    const at = this.peek()?.at ?? this.at;
    if (this.open >= DEEPEST) throw this.reader.fault(at, `more than ${DEEPEST} parentheses stand in one another`);
    this.next += 1;
    this.open += 1;
    const pipe = this.pipe(known, 0);
    this.open -= 1;
    if (pipe.names.length > 0) throw this.reader.fault(at, 'a variable is not set in parentheses');
    this.skipBlanks();
    if (!this.isMark(')')) throw this.fault('a ) is missing');
    this.next += 1;
    const chain = this.peek();
    if (chain?.type !== 'chain') return { type: 'pipe', pipe, path: [], at };
    this.next += 1;
    return { type: 'pipe', pipe, path: chain.path, at };
  }
}
