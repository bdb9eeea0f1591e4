// Settings of webhook delivery. The webhooks themselves are in the database.
import { duration, int } from '../row.ts';

export const WEBHOOKS = {
  webhook_timeout: duration(10, 'Timeout of a delivery to a webhook.', { min: 0.1, max: 20 }),
  webhook_max_tries: int(12, 'Maximum number of delivery attempts of an event.', { min: 1, max: 100 }),
  webhook_retry_pause: duration(
    5,
    'Pause before the second attempt of an event; each further pause is four times as long, up to six hours.',
    { min: 0.01, max: 3600 },
  ),
  webhook_retention: duration(
    7 * 86400,
    'Time for which an event is stored, delivered or not. Delivered events are stored without their data.',
    { min: 3600 },
  ),
} as const;
