// Parses the SQL functions of sql/lib and sql/api: their parameters, and their calls with arguments.
import { readdirSync, readFileSync } from 'node:fs';
import { dollarQuotedBody, type Token, tokenize } from '../core/database/lexer.ts';

export interface SqlParameter {
  name: string;
  type: string;
  /** Tokens of the default; empty if the argument is required. */
  default: readonly Token[];
}

export interface SqlCall {
  function: string;
  /** Tokens of each argument. A named argument starts with its name, `=` and `>`. */
  args: readonly (readonly Token[])[];
}

export interface SqlFunction {
  name: string;
  /** Path below sql/. */
  file: string;
  parameters: readonly SqlParameter[];
  /** Tokens between the dollar quotes, without blanks and comments. */
  body: readonly Token[];
  /** Calls of auth_lib and auth_api functions, including nested ones. */
  calls: readonly SqlCall[];
}

/** Returns every function of sql/lib and sql/api by its name with the schema. */
export function readSqlFunctions(): Map<string, SqlFunction> {
  const found = ['lib', 'api'].flatMap((folder) => {
    const root = new URL(`../sql/${folder}/`, import.meta.url);
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
    return paths.flatMap((path) => parseSqlFunctions(`${folder}/${path}`, readFileSync(new URL(path, root), 'utf8')));
  });
  return new Map(found.map((one) => [one.name, one]));
}

/** Returns the functions that a file creates. */
export function parseSqlFunctions(file: string, text: string): SqlFunction[] {
  const tokens = tokenizeCode(text);
  return tokens.flatMap((_, at) => {
    if (!tokensMatch(tokens, at, 'create', 'function')) return [];
    const name = readQualifiedName(tokens, at + 2);
    if (name === undefined) throw new Error(`${file}: a function outside of auth_lib and auth_api`);
    const declared = tokensInParentheses(tokens, at + 5);
    const quoted = tokens.slice(at).find(({ kind, code }) => kind === 'dollar' && code === true);
    if (quoted === undefined) throw new Error(`${file}: ${name} has no body`);
    const body = tokenizeCode(dollarQuotedBody(quoted));
    const parameters = splitTokensAt(declared, ',').map(parseParameter);
    return [{ name, file, parameters, body, calls: findCalls([...declared, ...body]) }];
  });
}

/** Returns the tokens without blanks and comments. */
function tokenizeCode(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
}

/** Returns true if the tokens from a position on have these texts. */
export function tokensMatch(tokens: readonly Token[], at: number, ...texts: readonly string[]): boolean {
  return texts.every((text, index) => tokens[at + index]?.text.toLowerCase() === text);
}

function readQualifiedName(tokens: readonly Token[], at: number): string | undefined {
  const schema = tokens[at]?.text;
  return schema === 'auth_lib' || schema === 'auth_api' ? `${schema}.${tokens[at + 2]?.text}` : undefined;
}

/** Returns the tokens between the parenthesis at a position and its closing one. */
export function tokensInParentheses(tokens: readonly Token[], at: number): Token[] {
  let depth = 0;
  for (let end = at; end < tokens.length; end += 1) {
    if (tokensMatch(tokens, end, '(')) depth += 1;
    if (tokensMatch(tokens, end, ')')) depth -= 1;
    if (depth === 0) return tokens.slice(at + 1, end);
  }
  throw new Error(`no parenthesis closes: ${joinTokens(tokens.slice(at, at + 10))}`);
}

/** Splits at a sequence of tokens that is outside of parentheses, brackets and case expressions. */
export function splitTokensAt(tokens: readonly Token[], ...texts: readonly string[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const { text } = tokens[at] as Token;
    if (['(', '[', 'case'].includes(text.toLowerCase())) depth += 1;
    if ([')', ']', 'end'].includes(text.toLowerCase())) depth -= 1;
    if (depth === 0 && tokensMatch(tokens, at, ...texts)) {
      parts.push([]);
      at += texts.length - 1;
    } else parts.at(-1)?.push(tokens[at] as Token);
  }
  return parts.filter((part) => part.length > 0);
}

function parseParameter(declared: readonly Token[]): SqlParameter {
  const [name, ...rest] = declared;
  const at = rest.findIndex(({ text }) => text === 'default');
  const type = at < 0 ? rest : rest.slice(0, at);
  return {
    name: name?.text ?? '',
    type: joinTokens(type).replaceAll(' [ ]', '[]'),
    default: at < 0 ? [] : rest.slice(at + 1),
  };
}

function findCalls(tokens: readonly Token[]): SqlCall[] {
  return tokens.flatMap((_, at) => {
    const name = readQualifiedName(tokens, at);
    if (name === undefined || !tokensMatch(tokens, at + 3, '(')) return [];
    return [{ function: name, args: splitTokensAt(tokensInParentheses(tokens, at + 3), ',') }];
  });
}

/** Returns the argument that a call passes for a parameter, by name or by position; undefined if it passes none. */
export function argumentFor(call: SqlCall, called: SqlFunction, parameter: string): readonly Token[] | undefined {
  const named = call.args.find((arg) => tokensMatch(arg, 0, parameter, '=', '>'));
  if (named !== undefined) return named.slice(3);
  const placed = call.args[called.parameters.findIndex(({ name }) => name === parameter)];
  return placed === undefined || tokensMatch(placed, 1, '=', '>') ? undefined : placed;
}

export function joinTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}
