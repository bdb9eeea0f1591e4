// What an import changes, operation by operation, in words.
import { type Entry, everyPlace, type Param, paramsOf, type Ref, versionless } from '../generator/catalogue.ts';
import { differences } from './drift_schema.ts';
import type { Plain } from './entries.ts';
import { matches } from './history.ts';

export interface Drift {
  gone: Entry[];
  added: Entry[];
  changed: { entry: Entry; lines: string[] }[];
}

/** Compares what the catalogue had with what a document says. */
export function driftOf(old: Plain, next: Plain, renamed: Record<string, string>): Drift {
  const before = old.entries.filter((entry) => !entry.gone);
  const found = matches(before, next.entries, renamed);
  const known = new Set(found.values());
  const compare = new Comparison(old, next);
  const changed = [...found].map(([was, is]) => ({ entry: is, lines: compare.entries(was, is) }));
  return {
    gone: before.filter((entry) => !found.has(entry)),
    added: next.entries.filter((entry) => !known.has(entry)),
    changed: changed.filter(({ lines }) => lines.length),
  };
}

class Comparison {
  readonly #old: Plain;
  readonly #next: Plain;

  constructor(old: Plain, next: Plain) {
    this.#old = old;
    this.#next = next;
  }

  entries(was: Entry, is: Entry): string[] {
    return [
      ...this.#names(was, is),
      ...pathLines(was, is),
      ...this.#params(paramsOf(was), paramsOf(is)),
      ...this.#body(was.body, is.body),
      ...this.#answers(was, is),
      ...listLines('errors', was.errors, is.errors),
      ...changedLine('token', tokenWord(was), tokenWord(is)),
      ...changedLine('deprecated', was.deprecated === true, is.deprecated === true),
    ];
  }

  #names(was: Entry, is: Entry): string[] {
    const titles = (entry: Entry) =>
      everyPlace(entry)
        .filter(({ former }) => !former)
        .map(titleOf);
    return listLines('names', titles(was), titles(is));
  }

  #params(was: readonly Param[], is: readonly Param[]): string[] {
    const same = (a: Param) => (b: Param) => a.in === b.in && a.name === b.name;
    const lines: string[] = [];
    for (const param of was) if (!is.some(same(param))) lines.push(`parameter gone: ${param.in} ${param.name}`);
    for (const param of is) {
      const before = was.find(same(param));
      const title = `parameter ${param.in} ${param.name}`;
      if (!before) lines.push(`parameter new: ${param.in} ${param.name}${param.required ? ', required' : ''}`);
      else
        lines.push(
          ...changedLine(title, required(before), required(param)),
          ...this.#schema(title, before.schema, param.schema),
        );
    }
    return lines;
  }

  #body(was: Entry['body'], is: Entry['body']): string[] {
    if (!was && !is) return [];
    if (!was || !is) return [`body ${is ? `new${is.required ? ', required' : ''}` : 'gone'}`];
    const form = (body: NonNullable<Entry['body']>) =>
      body.octets ? 'bytes' : body.root ? 'JSON, the arguments themselves' : `JSON as ${body.arg ?? 'requestBody'}`;
    return [
      ...changedLine('body', form(was), form(is)),
      ...changedLine('body', required(was), required(is)),
      ...this.#schema('body', was.schema, is.schema),
    ];
  }

  #answers(was: Entry, is: Entry): string[] {
    const lines = [
      ...listLines('answers', Object.keys(was.answers), Object.keys(is.answers)),
      ...changedLine('answer comes as', was.answer ?? 'value', is.answer ?? 'value'),
      ...changedLine('header accept', was.accept, is.accept),
    ];
    for (const [status, ref] of Object.entries(is.answers)) {
      const before = was.answers[status];
      if (before === undefined) continue;
      if ((before === null) !== (ref === null))
        lines.push(`answer ${status}: ${ref === null ? 'nothing' : 'a value'} now`);
      else lines.push(...this.#schema(`answer ${status}`, before ?? undefined, ref ?? undefined));
    }
    return lines;
  }

  #schema(title: string, was: Ref | undefined, is: Ref | undefined): string[] {
    if (was === undefined || is === undefined) return [];
    return differences([was, this.#old.named], [is, this.#next.named]).map((line) => `${title}: ${line}`);
  }
}

const required = ({ required: must }: { required?: true }) => (must ? 'required' : 'optional');
const tokenWord = ({ anonymous }: Entry) => (anonymous ? 'not sent' : 'sent');

export function titleOf({ group, name }: { group: string | null; name: string }): string {
  return group === null ? name : `${group}.${name}`;
}

function pathLines(was: Entry, is: Entry): string[] {
  const lines = changedLine('method', was.http, is.http);
  if (was.path === is.path) return lines;
  if (versionless(was.path) !== versionless(is.path)) return [...lines, ...changedLine('path', was.path, is.path)];
  const version = (path: string) => /^\/(v\d+)\//.exec(path)?.[1] ?? 'none';
  return [...lines, ...changedLine('version', version(was.path), version(is.path))];
}

function changedLine(title: string, was: unknown, is: unknown): string[] {
  return was === is ? [] : [`${title}: ${String(was ?? 'none')} → ${String(is ?? 'none')}`];
}

/** Which members two lists do not share. */
export function listLines(title: string, was: readonly unknown[], is: readonly unknown[]): string[] {
  const more = is.filter((item) => !was.includes(item));
  const less = was.filter((item) => !is.includes(item));
  if (!more.length && !less.length) return [];
  return [
    `${title}: ${[...more.map((item) => `+${String(item)}`), ...less.map((item) => `−${String(item)}`)].join(' ')}`,
  ];
}
