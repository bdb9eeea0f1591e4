// How events of users are delivered. Where to is kept in the database: npx postern webhook.
import { duration, int } from '../row.ts';

export const WEBHOOKS = {
  webhook_timeout: duration(10, 'How long a server that is told of users may take to answer.', { min: 0.1, max: 20 }),
  webhook_max_tries: int(12, 'How often an event is tried before it is given up.', { min: 1, max: 100 }),
  webhook_retry_pause: duration(
    5,
    'Pause before the second try of an event; each further pause is four times as long, up to six hours.',
    { min: 0.01, max: 3600 },
  ),
  webhook_retention: duration(
    7 * 86400,
    'How long an event is kept, delivered or not; what was delivered without what it said.',
    { min: 3600 },
  ),
} as const;
