// Result of the settings checks: problems stop the start, warnings are logged.

export interface Findings {
  problems: string[];
  warnings: string[];
}
