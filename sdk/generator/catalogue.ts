// Reads the catalogue: one row per operation, and schema nodes shared by several operations.
import { readFileSync } from 'node:fs';
import { camel } from '../runtime/schema.ts';
import type { Node, Ref } from './node.ts';
import type { Marks } from './secrets.ts';
import { type AnswerList, type EntryList, WordList } from './word_list.ts';

export interface Param {
  in: 'path' | 'query' | 'header';
  name: string;
  /** The name for users, if it is not the camelCase form of `name`. */
  arg?: string;
  schema: Ref;
  required?: true;
  /** Serialization of a list or object, if it is not the default of its place. */
  style?: string;
  explode?: boolean;
}

/** One name of an operation: the method of a group (or, with null, of the client) and the stand-alone function. */
export interface Place {
  group: string | null;
  name: string;
  fn: string;
  /** True for a name of earlier versions. */
  former?: true;
}

/** A form body, as far as it is described; callers send it as bytes. */
export interface Form {
  type: string;
  schema: Ref;
}

/** An operation as it is imported. */
export interface Entry extends Place {
  http: string;
  path: string;
  deprecated?: true;
  /** The API's description has dropped it; it stays callable. */
  gone?: true;
  /** Sent without the client's token. */
  anonymous?: true;
  /** Accepts teamId and slug in the query. */
  scope?: true;
  params: Param[];
  /** `arg`: the argument with the body, if it is not `requestBody`. */
  body?: { schema?: Ref; root?: true; octets?: true; arg?: string; required?: true; form?: Form };
  answer?: 'stream' | 'lines' | 'events' | 'file';
  /** The header Accept, if it does not follow from the answers. */
  accept?: string;
  answers: Record<string, Ref | null>;
  errors: number[];
  /** Bodies of errors, if described; used only by the report of an import. */
  errorBodies?: Record<string, Ref>;
  /** Additional names. */
  also?: Place[];
}

/** An operation with our additions to the imported facts. */
export interface Operation extends Entry {
  doc: string;
  pages?: { by: string; items: string; next?: string };
}

export interface Rows {
  entries: Entry[];
  nodes: Node[];
  named: Record<string, Node>;
}

export interface Catalogue extends Rows {
  entries: Operation[];
  /** Descriptions of parameters and of members of bodies and answers. */
  words: WordList;
  marks: Marks;
  /** Sample bodies that cannot be derived from the schema. */
  samples: Readonly<Record<string, unknown>>;
}

const readJson = (name: string, folder: URL) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown;

/** Reads the files that the importer wrote. */
export function readRows(folder: URL): Rows {
  const { named, nodes } = readJson('schemas.json', folder) as Pick<Rows, 'named' | 'nodes'>;
  return { entries: readJson('operations.json', folder) as Entry[], nodes, named };
}

/** The same with descriptions and pages, which are in separate files. */
export function readCatalogue(folder: URL): Catalogue {
  const rows = readRows(folder);
  const words = readJson('words/operations.json', folder) as Record<string, string>;
  const pages = readJson('pages.json', folder) as Record<string, NonNullable<Operation['pages']>>;
  const entries = rows.entries.map((entry): Operation => {
    const { fn } = entry;
    return { ...entry, doc: words[fn] ?? fallback(entry), ...(pages[fn] ? { pages: pages[fn] } : undefined) };
  });
  const list = (name: string) => readJson(`words/${name}.json`, folder) as EntryList;
  const marks = readJson('secrets.json', folder) as Marks;
  const answers = readJson('words/answers.json', folder) as AnswerList;
  const samples = readJson('samples.json', folder) as Catalogue['samples'];
  return { ...rows, entries, marks, samples, words: new WordList(list('parameters'), list('members'), answers) };
}

// An operation without a description gets one from its name.
function fallback({ name, http, path }: Entry): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.length < 60
    ? `${pascal(words)} (${http} ${path.replace(/^\/v\d+/, '')}).`.slice(0, 119)
    : `${http} ${path}.`.slice(0, 119);
}

export function resolve(catalogue: Catalogue, ref: Ref): Node {
  const node = typeof ref === 'number' ? catalogue.nodes[ref] : typeof ref === 'string' ? catalogue.named[ref] : ref;
  if (!node) throw new Error(`The catalogue has no schema node ${JSON.stringify(ref)}`);
  return node;
}

/** Returns all parameters, including the two for the team, in the order path, query, header. */
export function paramsOf(entry: Pick<Entry, 'scope' | 'params' | 'body'>): Param[] {
  const scope: Param[] = entry.scope
    ? ['teamId', 'slug'].map((name) => ({ in: 'query', name, schema: { type: 'string' } }))
    : [];
  const order = { path: 0, query: 1, header: 2 };
  return [...entry.params, ...scope].sort((a, b) => order[a.in] - order[b.in]);
}

/** Returns true if an operation has no argument object. */
export function isBare(entry: Pick<Entry, 'scope' | 'params' | 'body'>): boolean {
  return paramsOf(entry).length === 0 && !entry.body;
}

/** Returns true if no argument is required, so that the object itself may be omitted. */
export function isOptional(entry: Pick<Entry, 'scope' | 'params' | 'body'>): boolean {
  return !paramsOf(entry).some((param) => param.required) && !entry.body?.required;
}

/** Returns every name of an operation, its own first. */
export function everyPlace({ group, name, fn, also = [] }: Entry): Place[] {
  return [{ group, name, fn }, ...also];
}

/** Returns the argument name of a parameter. */
export function argOf({ arg, name }: Param): string {
  return arg ?? camel(name);
}

/** Returns the argument name of a body; undefined if the argument object is the body. */
export function bodyArg({ body }: Pick<Entry, 'body'>): string | undefined {
  return body && !body.root ? (body.arg ?? 'requestBody') : undefined;
}

/** Returns the default header Accept of an operation. */
export function acceptOf({ answer, answers }: Pick<Entry, 'answer' | 'answers'>): string {
  if (answer === 'lines') return 'application/stream+json';
  if (answer === 'events') return 'application/json;q=1, application/stream+json;q=0';
  const silent = Object.values(answers).every((ref) => ref === null) && answer !== 'stream';
  return silent ? '*/*' : 'application/json';
}

/** Returns a path without its version. */
export function versionless(path: string): string {
  return path.replace(/^\/v\d+(?=\/)/, '');
}

/** Returns a path without the names of its parameters. */
export function nameless(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

export function groupsOf(catalogue: Rows): string[] {
  const groups = catalogue.entries.flatMap((entry) => everyPlace(entry).map(({ group }) => group));
  return [...new Set(groups.filter((group) => typeof group === 'string'))];
}

export function pascal(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
