// Precedence of mail templates: the template that a setting names, then the operator's template in the table, then
// the built-in one.

/** Functions that return the template of each source. setting() and table() return null if there is none. */
export interface TemplateSources<Template> {
  setting(): Promise<Template | null>;
  table(): Template | null | Promise<Template | null>;
  built_in(): Template;
}

export type TemplateSourceName = keyof TemplateSources<unknown>;

/**
 * Uses the first available template. If a template other than the built-in one fails, calls `failed`, and tries the
 * next source if `failed` returns.
 */
export async function useTemplate<Template, Used>(
  sources: TemplateSources<Template>,
  use: (template: Template, source: TemplateSourceName) => Used,
  failed: (error: unknown, source: TemplateSourceName) => void,
): Promise<Used> {
  for (const source of ['setting', 'table'] as const) {
    try {
      const template = await sources[source]();
      if (template !== null) return use(template, source);
    } catch (error) {
      failed(error, source);
    }
  }
  return use(sources.built_in(), 'built_in');
}
