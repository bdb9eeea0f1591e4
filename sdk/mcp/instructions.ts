// The server's instructions for a model.
import type { Settings } from './flags.ts';

export function instructionsFor(
  settings: Pick<Settings, 'dynamic' | 'readOnly' | 'teamId' | 'slug' | 'maxChars'>,
): string {
  const { dynamic, readOnly, teamId, slug, maxChars } = settings;
  const team = teamId ?? slug;
  return [
    'Operations of a deployment platform: projects, deployments, domains, DNS, teams, logs, firewall and more.',
    dynamic ? 'Find one with list-operations, read it with describe-operation, run it with call-operation.' : '',
    `Answers end at ${maxChars} characters: give fields (such as ["projects.name"]) or maxChars, filter, or follow pagination.`,
    readOnly ? 'Nothing can be changed.' : 'Ask the user before you delete, buy or publish anything.',
    team ? `Team: ${team}.` : 'teamId selects a team.',
  ]
    .filter(Boolean)
    .join(' ');
}
