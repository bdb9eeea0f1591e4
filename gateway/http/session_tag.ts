// Reads and validates the session tag of a request, which identifies the kind of device. Sessions can be limited per
// tag.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

/**
 * Returns the tag. Returns null if the header is absent or no tags are configured. Throws an ApiError for an unknown
 * tag.
 */
export function readSessionTag(
  request: Pick<HttpRequest, 'header'>,
  { sessions_tags: tags }: { sessions_tags: readonly string[] },
): string | null {
  const tag = tags.length === 0 ? '' : (request.header('x-session-tag') ?? '');
  if (tag === '') return null;
  if (!tags.includes(tag)) throw refuse('session_tag_unknown');
  return tag;
}
