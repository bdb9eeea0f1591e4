// Parses sql/schema.sql, which is generated from the catalog: one line per column or constraint.
import { splitStatements } from '../../core/database/lexer.ts';
import type { Column, Domain, NamedDefinition } from './catalog.ts';

export interface WrittenTable {
  /** Qualified name as SQL. */
  name: string;
  unlogged: boolean;
  secured: boolean;
  /** Storage parameters, such as `fillfactor=90`. */
  options: string[];
  columns: Column[];
  constraints: NamedDefinition[];
  indexes: NamedDefinition[];
  /** The `create` statement, without semicolon. */
  statement: string;
}

const plain = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);

/** Parses the tables of a rendered schema.sql, with their columns, constraints and indexes. */
export function parseTables(text: string): WrittenTable[] {
  const tables: WrittenTable[] = [];
  for (const source of splitStatements(text)) {
    const statement = source.replace(/^(--[^\n]*\n|\s)+/, '');
    const table = /^create (unlogged )?table (\S+) /.exec(statement);
    const last = tables.at(-1);
    if (table !== null) {
      const [, unlogged, name = ''] = table;
      const found = { columns: parseColumns(statement), constraints: parseConstraints(statement), indexes: [] };
      tables.push({
        name,
        unlogged: unlogged !== undefined,
        secured: false,
        options: optionsIn(statement),
        ...found,
        statement,
      });
    } else if (last !== undefined && /^create (unique )?index /i.test(statement)) {
      const name = /^create (?:unique )?index (\S+)/i.exec(statement)?.[1] ?? '';
      last.indexes.push({ name: plain(name), definition: statement });
    } else if (last !== undefined && /enable row level security$/.test(statement)) last.secured = true;
    // A foreign key to a table that is created later in the file.
    else if (/^alter table \S+ add constraint /.test(statement)) {
      const [, on, name = '', definition = ''] = /^alter table (\S+) add constraint (\S+) (.+)$/.exec(statement) ?? [];
      tables.find((one) => one.name === on)?.constraints.push({ name: plain(name), definition });
    } else if (!/^(comment on|create domain) /.test(statement))
      throw new Error(`schema.sql: ${statement.slice(0, 80)} is not understood`);
  }
  return tables;
}

/** Parses the domains, one per line. */
export function parseDomains(text: string): Domain[] {
  return [...text.matchAll(/^create domain (\S+) as (.+?) constraint (\S+) (.+);$/gm)].map(
    ([, name = '', base = '', check = '', definition = '']) => ({
      name,
      base,
      constraint: { name: plain(check), definition },
    }),
  );
}

const linesOf = (statement: string): string[] =>
  statement.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim().replace(/,$/, '')] : []));

const optionsIn = (statement: string): string[] => / with \((.+)\)$/.exec(statement)?.[1]?.split(', ') ?? [];

function parseColumns(statement: string): Column[] {
  return linesOf(statement).flatMap((line) => {
    if (line.startsWith('constraint ')) return [];
    const [, name = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const [, type = '', required, value = ''] =
      /^(.+?)( not null)?( default .*| generated always as .*)?$/.exec(rest) ?? [];
    return [{ name: plain(name), type, required: required !== undefined, value }];
  });
}

function parseConstraints(statement: string): NamedDefinition[] {
  return linesOf(statement).flatMap((line) => {
    const [, name, definition = ''] = /^constraint (\S+) (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: plain(name), definition }];
  });
}
