// The kind of device that signs in. Used if sessions are limited per kind.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

/** Returns the header's value; null if it is absent or no tags are configured. Throws an ApiError for an unknown tag. */
export function sessionTagOf(
  request: Pick<HttpRequest, 'header'>,
  { sessions_tags: tags }: { sessions_tags: readonly string[] },
): string | null {
  const tag = tags.length === 0 ? '' : (request.header('x-session-tag') ?? '');
  if (tag === '') return null;
  if (!tags.includes(tag)) throw refuse('session_tag_unknown');
  return tag;
}
