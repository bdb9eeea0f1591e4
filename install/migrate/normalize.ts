// Normalizes statements for the analysis of locks and row changes.
import { tokenize } from '../../core/database/lexer.ts';

/** Returns a statement on one line, in lower case outside quotes, without comments and with empty string literals. */
export function normalizeStatement(statement: string): string {
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

/** Splits the actions of an ALTER TABLE at commas outside parentheses. */
export function alterTableActions(text: string): string[] {
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
