// Formats values as a line of CSV (RFC 4180). Quotes them where necessary.

export function csvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map((value) => quoted(value ?? '')).join(',')}\n`;
}

function quoted(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
