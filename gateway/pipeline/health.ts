// GET /health: answers while the process can answer; the database is not asked, so that an outage of one is not two.
import type { Release } from '../../core/database/release.ts';

export function healthBody(release: Release): object {
  return {
    version: release.version,
    name: 'Postern',
    description: 'Postern is a user management and authentication server',
  };
}
