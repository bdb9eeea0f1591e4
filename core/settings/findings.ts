// What a look at the settings finds: problems stop the start, warnings are said.

export interface Findings {
  problems: string[];
  warnings: string[];
}
