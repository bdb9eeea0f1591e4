// Describes the changes of an import, operation by operation.

import { type Entry, everyPlace, nameless, type Param, paramsOf, versionless } from '../generator/catalogue.ts';
import type { Ref } from '../generator/node.ts';
import { differences } from './drift_schema.ts';
import type { Plain } from './entries.ts';
import { matches } from './history.ts';

export interface Drift {
  gone: Entry[];
  added: Entry[];
  changed: { entry: Entry; lines: string[] }[];
}

/** Compares the catalogue with a document. */
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
      ...this.#params(paramsOf(was), paramsOf(is), renamedParams(was.path, is.path)),
      ...this.#body(was.body, is.body),
      ...this.#answers(was, is),
      ...listLines('errors', was.errors, is.errors),
      ...this.#errorBodies(was.errorBodies, is.errorBodies),
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

  #params(given: readonly Param[], is: readonly Param[], renamed: ReadonlyMap<string, string>): string[] {
    const same = (a: Param) => (b: Param) => a.in === b.in && a.name === b.name;
    const lines = [...renamed].map(([old, name]) => `parameter path ${old}: renamed to ${name}`);
    const was = given.map((param) =>
      param.in === 'path' ? { ...param, name: renamed.get(param.name) ?? param.name } : param,
    );
    for (const param of was) if (!is.some(same(param))) lines.push(`parameter gone: ${param.in} ${param.name}`);
    for (const param of is) {
      const before = was.find(same(param));
      const title = `parameter ${param.in} ${param.name}`;
      if (!before) lines.push(`parameter new: ${param.in} ${param.name}${param.required ? ', required' : ''}`);
      else
        lines.push(
          ...changedLine(title, required(before), required(param)),
          ...changedLine(`${title}: style`, before.style ?? 'usual', param.style ?? 'usual'),
          ...changedLine(`${title}: explode`, before.explode ?? 'usual', param.explode ?? 'usual'),
          ...this.#schema(title, before.schema, param.schema),
        );
    }
    return lines;
  }

  #body(was: Entry['body'], is: Entry['body']): string[] {
    if (!was && !is) return [];
    if (!was || !is) return [`body ${is ? `new${is.required ? ', required' : ''}` : 'gone'}`];
    const form = (body: NonNullable<Entry['body']>) =>
      body.octets
        ? (body.form?.type ?? 'bytes')
        : body.root
          ? 'JSON, the arguments themselves'
          : `JSON as ${body.arg ?? 'requestBody'}`;
    return [
      ...changedLine('body', form(was), form(is)),
      ...changedLine('body', required(was), required(is)),
      ...this.#schema('body', was.schema, is.schema),
      ...this.#schema('body', was.form?.schema, is.form?.schema),
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

  // Not reported if the old description had none.
  #errorBodies(was: Entry['errorBodies'], is: Entry['errorBodies']): string[] {
    if (!was) return [];
    return [
      ...listLines('bodies of errors', Object.keys(was), Object.keys(is ?? {})),
      ...Object.entries(is ?? {}).flatMap(([status, ref]) => this.#schema(`error ${status}`, was[status], ref)),
    ];
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
  if (nameless(was.path) === nameless(is.path)) return lines;
  if (versionless(nameless(was.path)) !== versionless(nameless(is.path)))
    return [...lines, ...changedLine('path', was.path, is.path)];
  const version = (path: string) => /^\/(v\d+)\//.exec(path)?.[1] ?? 'none';
  return [...lines, ...changedLine('version', version(was.path), version(is.path))];
}

/** Returns path parameters at the same position with another name. */
function renamedParams(was: string, is: string): Map<string, string> {
  if (versionless(nameless(was)) !== versionless(nameless(is))) return new Map();
  const names = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const now = names(is);
  return new Map(names(was).flatMap((name, at) => (name === now[at] ? [] : [[name, now[at]!]])));
}

function changedLine(title: string, was: unknown, is: unknown): string[] {
  return was === is ? [] : [`${title}: ${String(was ?? 'none')} → ${String(is ?? 'none')}`];
}

/** Returns the members that are in only one of two lists. */
export function listLines(title: string, was: readonly unknown[], is: readonly unknown[]): string[] {
  const more = is.filter((item) => !was.includes(item));
  const less = was.filter((item) => !is.includes(item));
  if (!more.length && !less.length) return [];
  return [
    `${title}: ${[...more.map((item) => `+${String(item)}`), ...less.map((item) => `−${String(item)}`)].join(' ')}`,
  ];
}
