// A statement in the one spelling in which its locks and the rows that it touches are read from it.
import { tokenize } from '../../core/database/lexer.ts';

/** One statement in one line, in lower case outside quotes, without comments; what is quoted as text is left out. */
export function plain(statement: string): string {
  return tokenize(statement)
    .map(({ kind, text }) => {
      if (kind === 'comment' || kind === 'space') return ' ';
      if (kind === 'string' || kind === 'dollar') return "''";
      return kind === 'quoted_identifier' ? text : text.toLowerCase();
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The actions of an ALTER TABLE: commas between parentheses do not count. */
export function actionsOf(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}
