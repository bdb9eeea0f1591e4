// The kind of device that a request signs in from, where sessions of a user are limited by kind.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

/** The header's value; null without one and where no tags are set. A Refusal where it names none of them. */
export function sessionTagOf(
  request: Pick<HttpRequest, 'header'>,
  { sessions_tags: tags }: { sessions_tags: readonly string[] },
): string | null {
  const tag = tags.length === 0 ? '' : (request.header('x-session-tag') ?? '');
  if (tag === '') return null;
  if (!tags.includes(tag)) throw refuse('session_tag_unknown');
  return tag;
}
