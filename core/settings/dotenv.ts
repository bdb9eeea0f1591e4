// Parses the .env format: KEY=value, export, # comments, 'literal', "with
// escapes", ${VAR} expansion, multi-line quoted values.

/**
 * Returns the variables of a .env text. Resolves `${VAR}` in `env`, then in earlier lines. Errors name the line
 * number.
 */
export function parseDotenv(text: string, env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const values: Record<string, string> = {};
  const lookup = (name: string): string => env[name] || (Object.hasOwn(values, name) ? values[name] : '') || '';
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  let at = 0;
  while (at < source.length) {
    const end = endOfLine(source, at);
    const line = source.slice(at, end);
    const [head, name] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*=[ \t]*/.exec(line) ?? [];
    if (head === undefined || name === undefined) {
      if (!/^\s*(#.*)?$/.test(line)) throw new Error(`line ${lineNumber(source, at)} is not KEY=value`);
      at = end + 1;
      continue;
    }
    const start = at + head.length;
    const quote = source[start];
    if (quote === '"' || quote === "'") {
      const close = findClosingQuote(source, start, quote);
      if (close < 0) throw new Error(`line ${lineNumber(source, at)}: the quote does not end`);
      const rest = source.slice(close + 1, endOfLine(source, close));
      if (!/^\s*(#.*)?$/.test(rest)) throw new Error(`line ${lineNumber(source, close)}: text after the closing quote`);
      const inner = source.slice(start + 1, close);
      values[name] = quote === "'" ? inner : expandVariables(inner, lookup, true);
      at = endOfLine(source, close) + 1;
    } else {
      // A # starts a comment only after a blank, because passwords and URLs may contain it.
      values[name] = expandVariables(
        line
          .slice(head.length)
          .replace(/(^|\s)#.*$/, '')
          .trim(),
        lookup,
        false,
      );
      at = end + 1;
    }
  }
  return values;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

function findClosingQuote(source: string, open: number, quote: string): number {
  for (let at = open + 1; at < source.length; at++) {
    if (quote === '"' && source[at] === '\\') at++;
    else if (source[at] === quote) return at;
  }
  return -1;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

function expandVariables(text: string, lookup: (name: string) => string, escapes: boolean): string {
  return text.replace(/\\(.)|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/gs, (whole, escaped?: string, name?: string) => {
    if (name !== undefined) return lookup(name);
    if (!escapes) return escaped === '$' ? '$' : whole;
    return ESCAPES[escaped ?? ''] ?? escaped ?? '';
  });
}

function lineNumber(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
