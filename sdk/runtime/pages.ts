// Iterates over paged lists.
import type { PlatformCore } from './core.ts';
import type { CallError } from './errors.ts';
import type { OperationFacts, Paged } from './operation.ts';
import type { CallOptions } from './options.ts';
import { asValue, type PagePromise, type ResultPromise } from './result.ts';
import { typesOf } from './schema.ts';

type PagedCall<Req, Res, Items extends string> = OperationFacts &
  Paged<string, Items> &
  ((core: PlatformCore, request: Req, options?: CallOptions) => ResultPromise<Res, CallError>);

/** The element type of the list in a page. */
export type ItemOf<Res, Items extends string> =
  Extract<Res, { [K in Items]?: unknown }> extends { [K in Items]?: infer List }
    ? NonNullable<List> extends readonly (infer Item)[]
      ? Item
      : never
    : never;

/**
 * Yields one answer after the other until the list ends. Rejects with the error of the page that failed.
 * @example
 * for await (const page of pages(platform, teamsGetTeams, { limit: 50 })) console.log(page.teams.length);
 */
export async function* pages<Req extends object, Res, Items extends string>(
  core: PlatformCore,
  list: PagedCall<Req, Res, Items>,
  request: Req,
  options?: CallOptions,
): AsyncGenerator<Res, void, undefined> {
  yield* following(core, list, request, options);
}

async function* following<Req extends object, Res, Items extends string>(
  core: PlatformCore,
  list: PagedCall<Req, Res, Items>,
  request: Req,
  options?: CallOptions,
  first?: PromiseLike<Res>,
): AsyncGenerator<Res, void, undefined> {
  const [by] = list.pages;
  const { input } = await list.load();
  const asText = typesOf(input.properties?.[by] ?? {}).includes('string');
  const seen = new Set<unknown>();
  let next: unknown;
  do {
    const more = next === undefined ? undefined : { [by]: asText ? String(next) : next };
    const answer =
      next === undefined && first ? await first : await asValue(list(core, { ...request, ...more }, options));
    yield answer;
    seen.add(next);
    next = nextOf(list, answer, (more ?? (request as Record<string, unknown>))[by]);
    // A server that repeats a page would cause an endless loop.
    if (seen.has(next)) return;
  } while (next !== undefined && next !== '');
}

// Without validation an answer may have any type.
function nextOf({ pages: [, , path = 'pagination.next'] }: Paged<string, string>, answer: unknown, at: unknown) {
  const valueAt = (place: string) =>
    place
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], answer);
  if (path.startsWith('#')) {
    const page = Number(at ?? 1);
    return page < Number(valueAt(path.slice(1))) ? page + 1 : undefined;
  }
  if (valueAt('pagination.hasNext') === false) return undefined;
  return valueAt(path) ?? undefined;
}

/** Yields the elements of all pages. */
export async function* items<Req extends object, Res, Items extends string>(
  core: PlatformCore,
  list: PagedCall<Req, Res, Items>,
  request: Req,
  options?: CallOptions,
): AsyncGenerator<ItemOf<Res, Items>, void, undefined> {
  yield* itemsOf(list, pages(core, list, request, options));
}

async function* itemsOf<Res, Items extends string>(
  { pages: [, member] }: Paged<string, Items>,
  walk: AsyncIterable<Res>,
): AsyncGenerator<ItemOf<Res, Items>, void, undefined> {
  for await (const page of walk) {
    const found = (page as Record<string, unknown> | null | undefined)?.[member] ?? [];
    // Iterating over a text would yield its characters.
    if (!Array.isArray(found)) throw new TypeError(`${member} of the answer is no list`);
    yield* found as ItemOf<Res, Items>[];
  }
}

/** Returns one page as a promise; iterating over it continues with the following pages. */
export function asPages<Req extends object, Res, Items extends string>(
  core: PlatformCore,
  list: PagedCall<Req, Res, Items>,
  request: Req | undefined,
  options?: CallOptions,
): PagePromise<Res, ItemOf<Res, Items>> {
  const given = request ?? ({} as Req);
  const page = asValue(list(core, given, options));
  const walk = () => itemsOf(list, following(core, list, given, options, page));
  return Object.assign(page, { [Symbol.asyncIterator]: walk });
}
