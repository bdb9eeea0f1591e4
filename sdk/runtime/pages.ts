// Walks lists that come in pages.
import type { PlatformCore } from './core.ts';
import type { OperationFacts, Paged } from './operation.ts';
import type { CallOptions } from './options.ts';
import { type ResultPromise, unwrap } from './result.ts';

type PagedCall<Req, Res, Items extends string> = OperationFacts &
  Paged<string, Items> &
  ((core: PlatformCore, request: Req, options?: CallOptions) => ResultPromise<Res>);

/** The element type of the list a page carries. */
export type ItemOf<Res, Items extends string> =
  Extract<Res, { [K in Items]?: unknown }> extends { [K in Items]?: infer List }
    ? NonNullable<List> extends readonly (infer Item)[]
      ? Item
      : never
    : never;

/**
 * Yields one answer after the other until the list ends. Rejects with the error of the page that failed.
 * @example
 * for await (const page of pages(platform, projectsGetProjects, { limit: '50' })) console.log(page.projects.length);
 */
export async function* pages<Req extends object, Res, Items extends string>(
  core: PlatformCore,
  list: PagedCall<Req, Res, Items>,
  request: Req,
  options?: CallOptions,
): AsyncGenerator<Res, void, undefined> {
  const [by] = list.pages;
  const { input } = await list.load();
  const asText = input.properties?.[by]?.type === 'string';
  const seen = new Set<unknown>();
  let next: unknown;
  do {
    const more = next === undefined ? undefined : { [by]: asText ? String(next) : next };
    const answer = unwrap(await list(core, { ...request, ...more }, options));
    yield answer;
    seen.add(next);
    // Without validation an answer may be anything.
    next =
      (answer as { pagination?: { next?: string | number | null } } | null | undefined)?.pagination?.next ?? undefined;
    // A server that names a page again would keep us here for ever.
    if (seen.has(next)) return;
  } while (next !== undefined && next !== '');
}

/** Yields the elements of all pages. */
export async function* items<Req extends object, Res, Items extends string>(
  core: PlatformCore,
  list: PagedCall<Req, Res, Items>,
  request: Req,
  options?: CallOptions,
): AsyncGenerator<ItemOf<Res, Items>, void, undefined> {
  const [, member] = list.pages;
  for await (const page of pages(core, list, request, options)) {
    const found = (page as Record<string, unknown> | null | undefined)?.[member] ?? [];
    // A text would give its letters.
    if (!Array.isArray(found)) throw new TypeError(`${member} of the answer is no list`);
    yield* found as ItemOf<Res, Items>[];
  }
}
