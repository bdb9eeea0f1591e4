// Generates the types: one module per group, and one for object shapes that occur more than once.
import { camel } from '../runtime/schema.ts';
import { argOf, bodyArg, type Catalogue, type Entry, isBare, paramsOf, pascal, resolve } from './catalogue.ts';
import type { Node, Ref } from './node.ts';
import { keyText, text } from './schemas.ts';
import type { Words } from './word_list.ts';
import { memberLine, paramLine } from './words.ts';

type Direction = 'in' | 'out';

const scope = 'TeamScope';

/** Descriptions of the members of an object, and of nested objects. */
interface Telling {
  words(wire: string): Words | undefined;
  below(wire: string): Telling;
}

/** Converts schemas into type expressions and collects the named shared types. */
export class TypeWriter {
  readonly #catalogue: Catalogue;
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #declared: string[] = [];
  /** Shared names used since it was last cleared. */
  readonly used = new Set<string>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    const own = catalogue.entries.flatMap(({ name }) =>
      ['Request', 'RequestBody', 'ResponseBody', 'Item'].map((part) => pascal(name) + part),
    );
    this.#taken = new Set([...own, scope]);
  }

  expression(ref: Ref, to: Direction, context: string, telling?: Telling): string {
    const node = resolve(this.#catalogue, ref);
    if (typeof ref === 'string')
      return this.#named(`${ref}/${to}`, ref + (to === 'in' ? 'Input' : ''), node, to, telling);
    const large = JSON.stringify(node).length > 70 && (node.properties || node.oneOf || node.anyOf || node.enum);
    if (typeof ref === 'number' && large)
      return this.#named(
        `${ref}/${to}/${this.#wordsIn(node, telling)}`,
        context + (to === 'in' ? 'Input' : ''),
        node,
        to,
        telling,
      );
    return this.#inline(node, to, context, telling);
  }

  // Equal shapes with different descriptions are different types.
  #wordsIn(node: Node, telling: Telling | undefined): string {
    if (!telling) return '';
    const inside = [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.items === undefined ? [] : [node.items])];
    return [
      ...Object.keys(node.properties ?? {}).map((wire) => telling.words(wire)?.say ?? ''),
      ...inside.map((ref) => (typeof ref === 'string' ? ref : this.#wordsIn(resolve(this.#catalogue, ref), telling))),
    ].join('\n');
  }

  #named(key: string, wanted: string, node: Node, to: Direction, telling?: Telling): string {
    let name = this.#names.get(key);
    if (!name) {
      const short = shortened(wanted);
      name = short;
      for (let at = 2; this.#taken.has(name); at++) name = `${short}${at}`;
      this.#taken.add(name);
      this.#names.set(key, name);
      this.#declared.push(`export type ${name} = ${this.#inline(node, to, wanted.replace(/Input$/, ''), telling)};`);
    }
    this.used.add(name);
    return name;
  }

  #inline(node: Node, to: Direction, context: string, telling?: Telling): string {
    const branches = node.oneOf ?? node.anyOf;
    const nullable = Array.isArray(node.type) && node.type.includes('null');
    if (branches) {
      const { oneOf: _one, anyOf: _any, ...own } = node;
      // Branches that only name required members cannot be expressed as a type.
      const shapes = branches.filter((ref) => !isRule(resolve(this.#catalogue, ref)));
      const union = [
        ...new Set(shapes.map((ref, at) => this.expression(ref, to, context + (at ? at + 1 : ''), telling))),
      ].join(' | ');
      if (!own.properties && !(own.type && !shapes.length)) return union || 'unknown';
      const base = this.#inline(own, to, context, telling);
      return union ? `${base} & (${union})` : base;
    }
    const types = new Set(
      Array.isArray(node.type) ? node.type : node.type ? [node.type] : node.properties ? ['object'] : [],
    );
    types.delete('null');
    const parts: string[] = [];
    if (node.enum) parts.push(...enumOf(node.enum, to));
    else for (const type of types) parts.push(this.#plain(type, node, to, context, telling));
    if (!parts.length) return nullable || node.type === 'null' ? 'null' : 'unknown';
    return [...new Set(nullable ? [...parts, 'null'] : parts)].join(' | ');
  }

  #plain(type: string, node: Node, to: Direction, context: string, telling?: Telling): string {
    if (type === 'integer') return 'number';
    if (type === 'string' && node.format === 'date-time') return to === 'in' ? 'Date | string' : 'Date';
    if (type === 'array') {
      const item = node.items === undefined ? 'unknown' : this.expression(node.items, to, `${context}Item`, telling);
      return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${wrapObject(item)}[]`;
    }
    if (type !== 'object') return type;
    const members = Object.entries(node.properties ?? {}).map(([wire, ref]) => {
      const sub = resolve(this.#catalogue, ref);
      const key = camel(wire);
      const optional = !node.required?.includes(wire);
      const words = telling?.words(wire);
      // An answer needs no example, and its type shows its values.
      const line = to === 'in' ? memberLine(this.#catalogue, words, ref, false) : words?.say;
      const said = [line, sub.deprecated && '@deprecated'].filter(Boolean).join(' ');
      const note = said ? `/** ${said} */\n` : '';
      const absent = optional && to === 'in' ? ' | undefined' : '';
      return `${note}${keyText(key)}${optional ? '?' : ''}: ${this.expression(ref, to, context + pascal(key), telling?.below(wire))}${absent}`;
    });
    const { additionalProperties: more } = node;
    const open = more === true || (!members.length && (more === undefined || more === false)) ? 'unknown' : undefined;
    const rest =
      more !== undefined && typeof more !== 'boolean' ? this.expression(more, to, `${context}Value`, telling) : open;
    if (!members.length) return rest === 'unknown' ? 'Record<string, unknown>' : `{ [key: string]: ${rest} }`;
    // Editors show a comment only if it follows a line break.
    return `{\n${members.join(';\n')}\n}${more !== undefined && more !== false ? ' & Record<string, unknown>' : ''}`;
  }

  /** Returns the module of all named types. */
  shared(): string {
    const body = this.#declared.join('\n');
    return `${openImports(body)}\n${this.#scope()}\n${body}\n`;
  }

  // Most operations accept these two, so they are declared once.
  #scope(): string {
    const place = { group: '', name: '' };
    const members = ['teamId', 'slug'].map((name) => {
      const line = paramLine(this.#catalogue, place, { in: 'query', name, schema: { type: 'string' } });
      return `  /** ${line} */\n  ${name}?: string | undefined;`;
    });
    return `/** Which team an operation acts for. */\nexport interface ${scope} {\n${members.join('\n')}\n}`;
  }

  group(entries: readonly Entry[]): string {
    this.used.clear();
    const body = entries.map((entry) => this.#entry(entry)).join('\n');
    const words = new Set(body.match(/\w+/g));
    const names = [...this.used].filter((name) => words.has(name)).sort();
    const shared = names.length ? `import type { ${names.join(', ')} } from './shared.ts';\n` : '';
    return `${openImports(body)}${shared}\n${body}`;
  }

  #entry(entry: Entry): string {
    const base = pascal(entry.name);
    const lines: string[] = [];
    const { body } = entry;
    if (body?.schema !== undefined) {
      const name = body.root ? 'Request' : 'RequestBody';
      const note = body.root ? `/** Argument of ${entry.name}. */\n` : '';
      lines.push(
        `${note}export type ${base}${name} = ${this.expression(body.schema, 'in', `${base}${body.root ? '' : 'Body'}`, this.#telling(entry))}${body.root && !body.required ? ' | Record<string, never>' : ''};`,
      );
    }
    if (!body?.root && !isBare(entry)) lines.push(this.#request(entry, base));
    lines.push(...this.#response(entry, base));
    for (const { former, name: was } of entry.also ?? []) {
      if (!former || was === entry.name) continue;
      const parts = ['Request', 'RequestBody', 'ResponseBody'].filter((part) =>
        lines.some((line) => new RegExp(`export (type|interface) ${base}${part}\\b`).test(line)),
      );
      lines.push(...parts.map((part) => `/** @deprecated */\nexport type ${pascal(was)}${part} = ${base}${part};`));
    }
    return `${lines.join('\n')}\n`;
  }

  #telling(entry: Entry): Telling {
    const { words } = this.#catalogue;
    // Examples are only at the top of a body; the pages and the MCP tools have all of them.
    const below = (parent: string): Telling => ({ words: (wire) => sayOf(words.inner(parent, wire)), below });
    return { words: (wire) => words.member(entry, wire), below };
  }

  #tellingOfAnswer(parent?: string): Telling {
    const { words } = this.#catalogue;
    return { words: (wire) => words.answer(parent, wire), below: (wire) => this.#tellingOfAnswer(wire) };
  }

  #request(entry: Entry, base: string): string {
    const { scope: _, ...own } = entry;
    const members = paramsOf(own).map((param) => {
      const schema = resolve(this.#catalogue, param.schema);
      const type = this.expression(param.schema, 'in', base + pascal(argOf(param)));
      const old = schema.deprecated ? ' @deprecated' : '';
      return `  /** ${paramLine(this.#catalogue, entry, param)}${old} */\n  ${argOf(param)}${param.required ? '' : '?'}: ${type}${param.required ? '' : ' | undefined'};`;
    });
    if (entry.body) {
      const type = entry.body.octets ? 'UploadBody' : `${base}RequestBody`;
      members.push(
        `  /** The body. */\n  ${bodyArg(entry)}${entry.body.required ? '' : '?'}: ${type}${entry.body.required ? '' : ' | undefined'};`,
      );
    }
    if (entry.scope) this.used.add(scope);
    const more = entry.scope ? ` extends ${scope}` : '';
    return `export interface ${base}Request${more} {\n${members.join('\n')}\n}`;
  }

  #response(entry: Entry, base: string): string[] {
    const schemas = Object.values(entry.answers).filter((ref) => ref !== null);
    if (entry.answer === 'stream') return [`export type ${base}ResponseBody = ByteStream;`];
    if (entry.answer === 'file') return [`export type ${base}ResponseBody = ByteStream | JsonValue;`];
    if (entry.answer === 'lines') {
      const item = this.expression(schemas[0]!, 'out', base, this.#tellingOfAnswer());
      return [`export type ${base}Item = ${item};`, `export type ${base}ResponseBody = AsyncIterable<${base}Item>;`];
    }
    const types = schemas.map((ref) => this.expression(ref, 'out', base, this.#tellingOfAnswer()));
    if (!types.length) types.push('void');
    // Redirects are followed, so callers never get one.
    else if (Object.entries(entry.answers).some(([status, ref]) => ref === null && !/^30[12378]$/.test(status)))
      types.push('undefined');
    const lines = [`export type ${base}ResponseBody = ${[...new Set(types)].join(' | ')};`];
    if (entry.answer === 'events') lines.push(`export type ${base}Item = NonNullable<${base}ResponseBody>[number];`);
    return lines;
  }
}

function sayOf(words: Words | undefined): Words | undefined {
  return words && { say: words.say, example: undefined };
}

// The path of the first occurrence would be a long name; the operation and the last words are enough.
function shortened(name: string): string {
  const words = name.match(/[A-Z]+[a-z\d]*|[a-z\d]+/g) ?? [name];
  return name.length > 24 && words.length > 4 ? [...words.slice(0, 2), ...words.slice(-2)].join('') : name;
}

function isRule(node: Node): boolean {
  return !node.type && !node.properties && !node.oneOf && !node.anyOf && !node.enum && Object.keys(node).length > 0;
}

function wrapObject(type: string): string {
  return type.includes(' | ') || type.includes(' & ') ? `(${type})` : type;
}

// Answers may contain values unknown to this version; arguments may not.
function enumOf(values: readonly unknown[], to: Direction): string[] {
  const parts = values.map((value) => (typeof value === 'string' ? text(value) : String(value)));
  if (to === 'out' && values.some((value) => typeof value === 'string')) parts.push('OpenString');
  if (to === 'out' && values.some((value) => typeof value === 'number')) parts.push('OpenNumber');
  return parts;
}

function openImports(body: string): string {
  const names = ['ByteStream', 'JsonValue', 'OpenNumber', 'OpenString', 'UploadBody'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  );
  return names.length ? `import type { ${names.join(', ')} } from '../../runtime/values.ts';\n` : '';
}
