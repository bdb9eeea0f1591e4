// Derives the settings that each auth_api function reads, directly or in functions that it calls. All branches are
// included, so a function gets all settings that it may read, and possibly some that a request does not need. Throws if
// a body uses the settings in a form that cannot be parsed.
import type { Token } from '../core/database/lexer.ts';
import { SETTINGS } from '../core/settings/table.ts';
import {
  argumentFor,
  joinTokens,
  readSqlFunctions,
  type SqlFunction,
  splitTokensAt,
  tokensInParentheses,
  tokensMatch,
} from './sql_functions.ts';

export interface FunctionFacts {
  /** Types by parameter name. */
  parameters: Readonly<Record<string, string>>;
  settings: readonly string[];
}

/** Values that the gateway or the worker computes from several settings. SQL reads them like settings. */
const MADE = [
  'sealing_key_id',
  'sms_ready',
  'hooks',
  'oauth_issuer',
  'openid_ready',
  'send_email_hook',
  'send_sms_hook',
];
const NAMES = [...Object.keys(SETTINGS), ...MADE];

/** Wildcard for text that is known only at run time. */
const ANY = '*';
/** Possible texts of the text parameters of a function, by parameter, as its callers pass them. */
type Values = Readonly<Record<string, readonly string[]>>;

/** Returns parameters and settings of every auth_api function, by its name without the schema. */
export function functionFacts(
  functions: ReadonlyMap<string, SqlFunction> = readSqlFunctions(),
): Map<string, FunctionFacts> {
  for (const one of functions.values()) checkUses(one, functions);
  const surface = [...functions.values()].filter(({ name }) => name.startsWith('auth_api.'));
  return new Map(
    surface
      .map(({ name, parameters }): [string, FunctionFacts] => [
        name.replace('auth_api.', ''),
        {
          parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.type])),
          settings: listReadSettings(name, functions),
        },
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function listReadSettings(start: string, functions: ReadonlyMap<string, SqlFunction>): string[] {
  const read = new Set<string>();
  const seen = new Set<string>();
  const visit = (one: SqlFunction, values: Values): void => {
    const key = JSON.stringify([one.name, values]);
    if (seen.has(key)) return;
    seen.add(key);
    for (const expression of findReadExpressions(one)) {
      for (const pattern of possibleTexts(expression, one, values))
        for (const name of namesFor(pattern, one)) read.add(name);
    }
    for (const call of one.calls) {
      const called = functions.get(call.function);
      if (called === undefined) throw new Error(`${one.name} calls ${call.function}, which no file creates`);
      const given = argumentFor(call, called, 'settings');
      if (given === undefined || !isSettings(given, one)) continue;
      const texts = called.parameters.filter(({ type }) => type === 'text').map((parameter) => parameter.name);
      visit(
        called,
        Object.fromEntries(
          texts.map((name) => {
            const arg = argumentFor(call, called, name);
            return [name, arg === undefined ? [ANY] : possibleTexts(arg, one, values)];
          }),
        ),
      );
    }
  };
  visit(functions.get(start) as SqlFunction, {});
  return [...read].sort();
}

/** Returns true if an argument is the unchanged parameter `settings`, written with or without the function's name. */
function isSettings(arg: readonly Token[], { name }: SqlFunction): boolean {
  return ['settings', `${name.split('.')[1]} . settings`].includes(joinTokens(arg));
}

/** Returns the positions in a body at which the settings are used. */
function findSettingUses({ name, body }: SqlFunction): number[] {
  return body.flatMap(({ text }, at) => {
    if (text !== 'settings' || tokensMatch(body, at + 1, '=', '>')) return [];
    if (tokensMatch(body, at - 1, '.') && body[at - 2]?.text !== name.split('.')[1]) return [];
    return [at];
  });
}

/** Returns the right operand of each operator that reads a member of the settings. */
function findReadExpressions(one: SqlFunction): Token[][] {
  return findSettingUses(one).flatMap((at) => {
    const length = operatorLength(one.body, at + 1);
    return length === 0 ? [] : [readOperand(one.body, at + 1 + length, one)];
  });
}

/** Returns the number of tokens of the operator ->, ->> or ? at a position; 0 if there is none. */
function operatorLength(tokens: readonly Token[], at: number): number {
  if (tokensMatch(tokens, at, '?')) return 1;
  if (!tokensMatch(tokens, at, '-', '>')) return 0;
  return tokensMatch(tokens, at + 2, '>') ? 3 : 2;
}

function readOperand(tokens: readonly Token[], at: number, one: SqlFunction): Token[] {
  if (tokens[at]?.kind === 'string') return tokens.slice(at, at + 1);
  if (tokensMatch(tokens, at, '(')) return tokensInParentheses(tokens, at);
  if (tokensMatch(tokens, at, 'case')) return tokens.slice(at, findEndOfCase(tokens, at) + 1);
  throw new Error(
    `${one.name} reads a setting by a name that is not understood: ${joinTokens(tokens.slice(at, at + 5))}`,
  );
}

function findEndOfCase(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let end = at; end < tokens.length; end += 1) {
    if (tokensMatch(tokens, end, 'case')) depth += 1;
    if (tokensMatch(tokens, end, 'end')) depth -= 1;
    if (depth === 0) return end;
  }
  throw new Error(`no end of: ${joinTokens(tokens.slice(at, at + 5))}`);
}

/** Throws unless every use of the settings is a supported read or the argument `settings` of a known function. */
function checkUses(one: SqlFunction, functions: ReadonlyMap<string, SqlFunction>): void {
  const handed = one.calls.filter((call) => {
    const called = functions.get(call.function);
    const given = called && argumentFor(call, called, 'settings');
    if (given === undefined || !given.some(({ text }) => text === 'settings')) return false;
    if (isSettings(given, one)) return true;
    throw new Error(`${one.name} changes the settings that it hands to ${call.function}: ${joinTokens(given)}`);
  });
  const uses = findSettingUses(one);
  const reads = findReadExpressions(one);
  if (uses.length !== reads.length + handed.length) {
    throw new Error(`${one.name} uses the settings in a way that is not understood`);
  }
}

/** Returns the possible texts of an expression, with ANY for parts that are known only at run time. */
function possibleTexts(expression: readonly Token[], one: SqlFunction, values: Values): string[] {
  const pieces = splitTokensAt(expression, '|', '|').map((piece) => possibleTextsOfPiece(piece, one, values));
  const texts = pieces.reduce<readonly string[]>(
    (before, after) => before.flatMap((left) => after.map((right) => left + right)),
    [''],
  );
  return [...new Set(texts)];
}

function possibleTextsOfPiece(piece: readonly Token[], one: SqlFunction, values: Values): readonly string[] {
  const [first] = piece;
  if (piece.length === 1 && first?.kind === 'string') return [first.text.slice(1, -1)];
  if (tokensMatch(piece, 0, '(') && tokensInParentheses(piece, 0).length === piece.length - 2)
    return possibleTexts(piece.slice(1, -1), one, values);
  if (tokensMatch(piece, 0, 'case') && findEndOfCase(piece, 0) === piece.length - 1)
    return possibleTextsOfCase(piece, one, values);
  const own =
    tokensMatch(piece, 1, '.') && tokensMatch(piece, 0, one.name.split('.')[1] ?? '') ? piece.slice(2) : piece;
  return (own.length === 1 && values[own[0]?.text ?? '']) || [ANY];
}

/** Returns the texts of a case expression: those of all branches, or of the matching branch if its subject is known. */
function possibleTextsOfCase(tokens: readonly Token[], one: SqlFunction, values: Values): string[] {
  const [subject = [], ...branches] = splitTokensAt(tokens.slice(1, -1), 'when');
  const simple = !tokensMatch(tokens, 1, 'when');
  const known = simple ? possibleTexts(subject, one, values) : [ANY];
  const cases = (simple ? branches : [subject, ...branches]).map((branch) => {
    const [condition = [], result = []] = splitTokensAt(branch, 'then');
    const [then = [], otherwise = []] = splitTokensAt(result, 'else');
    return { when: possibleTexts(condition, one, values), then, otherwise };
  });
  const wanted = (text: string) => known.includes(ANY) || known.includes(text);
  const taken = cases.filter(({ when }) => !simple || when.includes(ANY) || when.some(wanted));
  const named = cases.flatMap(({ when }) => when);
  const decided = simple && known.every((text) => text !== ANY && named.includes(text));
  const results = [...taken.map(({ then }) => then), ...(decided ? [] : [cases.at(-1)?.otherwise ?? []])];
  return results.filter((result) => result.length > 0).flatMap((result) => possibleTexts(result, one, values));
}

/** Returns the settings whose names match a pattern. */
function namesFor(pattern: string, { name }: SqlFunction): string[] {
  const form = new RegExp(`^${pattern.replaceAll(ANY, '\\w+')}$`);
  const names = NAMES.filter((setting) => form.test(setting));
  if (names.length === 0) throw new Error(`${name} reads ${pattern}, which is no setting`);
  return names;
}

/**
 * Renders the generated files. The worker's file has the functions of sql/api/worker, the gateway's file has all
 * others.
 */
export function renderFunctionsFiles(): { file: URL; text: string }[] {
  const functions = readSqlFunctions();
  const facts = [...functionFacts(functions)];
  const isWorkers = (name: string) => functions.get(`auth_api.${name}`)?.file.startsWith('api/worker/') ?? false;
  return [
    { file: GATEWAY_FILE, text: renderFactsFile(facts.filter(([name]) => !isWorkers(name))) },
    { file: WORKER_FILE, text: renderFactsFile(facts.filter(([name]) => isWorkers(name))) },
  ];
}

const GATEWAY_FILE = new URL('../gateway/routes/generated/functions.ts', import.meta.url);
const WORKER_FILE = new URL('../worker/generated/functions.ts', import.meta.url);

function renderFactsFile(facts: readonly (readonly [string, FunctionFacts])[]): string {
  const lines = facts.map(([name, one]) => `  ${name}: ${JSON.stringify(one)},\n`);
  return `// The parameters of SQL functions, and the settings that each reads.
// Generated from sql/ by tools/write_functions.ts. A test checks that it is up to date.

export const FUNCTIONS = {
${lines.join('')}} as const;
`;
}
