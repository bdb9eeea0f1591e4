// Precedence of mail templates: the one that a setting names, by URL or file, then the operator's one in the table, then the
// built-in one.

/** Finds the template of a mail in each source; null if the source has none. */
export interface Sources<Template> {
  setting(): Promise<Template | null>;
  table(): Template | null | Promise<Template | null>;
  built_in(): Template;
}

export type Source = keyof Sources<unknown>;

/** Uses the first template that there is. An error of one goes to `failed`; if that returns, the next template is used. */
export async function useTemplate<Template, Used>(
  sources: Sources<Template>,
  use: (template: Template, source: Source) => Used,
  failed: (error: unknown, source: Source) => void,
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
