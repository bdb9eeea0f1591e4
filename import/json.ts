// Reads users from a JSON file: an array of objects, or one object per line. The file is read in chunks.
import { storageErrorOf } from '../gateway/http/storable.ts';
import { REASON_COLUMN, type RowError, type UserReader, type UserRow } from './row.ts';
import { countLines, fileError, MAX_USER_LENGTH, parseJsonOrNull, readTextChunks } from './text.ts';

export function readJson(file: string): UserReader {
  return {
    heading: () => '',
    rows: (async function* () {
      for await (const { text, line } of readObjectTexts(file)) yield toUserRow(line, text);
    })(),
  };
}

interface ObjectText {
  text: string;
  line: number;
}

/**
 * Yields the text of each object and the number of its first line. Between objects, only whitespace, the brackets of
 * an array and its commas are allowed.
 */
async function* readObjectTexts(file: string): AsyncGenerator<ObjectText> {
  let [line, held, begun, depth] = [1, '', 1, 0];
  let [quoted, escaped] = [false, false];
  let list: 'none' | 'open' | 'closed' = 'none';
  let [objects, commas] = [0, 0];
  for await (const piece of readTextChunks(file)) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at] as string;
      if (depth > 0) {
        if (escaped) escaped = false;
        else if (quoted && sign === '\\') escaped = true;
        else if (sign === '"') quoted = !quoted;
        else if (!quoted && (sign === '{' || sign === '[')) depth += 1;
        else if (!quoted && (sign === '}' || sign === ']')) depth -= 1;
        if (depth > 0) continue;
        const text = held + piece.slice(from, at + 1);
        yield { text, line: begun };
        line += countLines(text);
        held = '';
        objects += 1;
      } else if (sign === '\n') line += 1;
      else if (sign === '{' && list !== 'closed' && (list === 'none' || commas === objects)) {
        depth = 1;
        begun = line;
        from = at;
      } else if (sign === '[' && list === 'none' && objects === 0) list = 'open';
      else if (sign === ']' && list === 'open' && commas === Math.max(0, objects - 1)) list = 'closed';
      else if (sign === ',' && list === 'open' && commas < objects) commas += 1;
      else if (!/\s/.test(sign))
        throw fileError(file, `cannot be read at line ${line}: expected are objects, in a list or one a line`);
    }
    if (depth > 0) held += piece.slice(from);
    if (held.length > MAX_USER_LENGTH)
      throw fileError(file, `has a user of more than 1 MiB at line ${begun}: a quote or brace may not be closed`);
  }
  if (depth > 0) throw fileError(file, `ends within the object that begins at line ${begun}`);
  if (list === 'open') throw fileError(file, 'ends within its list: the bracket is not closed');
  if (list === 'none' && objects === 0) throw fileError(file, 'is empty');
}

function toUserRow(line: number, text: string): UserRow {
  const parsed = parseJsonOrNull(text);
  if (parsed === null) return { line, json: '', fault: { message: 'is no JSON' }, again: () => `${text}\n` };
  const fault = findUserError(parsed.value as Record<string, unknown>);
  const flat = text.replace(/\s*[\r\n]\s*/g, ' ');
  const rest = flat.slice(1).trimStart();
  return {
    line,
    json: text,
    ...(fault === undefined ? {} : { fault }),
    again: (reason) => `{"${REASON_COLUMN}": ${JSON.stringify(reason)}${rest === '}' ? '' : ', '}${rest}\n`,
  };
}

function findUserError(user: Record<string, unknown>): RowError | undefined {
  for (const [column, value] of Object.entries(user)) {
    const message = storageErrorOf(value, JSON.stringify(value));
    if (message !== null) return { column, message };
  }
  return storageErrorOf(Object.keys(user), JSON.stringify(Object.keys(user))) === null
    ? undefined
    : { message: 'has a name with NUL or half a character' };
}
