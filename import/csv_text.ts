// Formats values as a line of CSV (RFC 4180). Quotes them where necessary.

export function formatCsvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map((value) => quoteCsvValue(value ?? '')).join(',')}\n`;
}

function quoteCsvValue(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
