// Release notes: the section of CHANGELOG.md, and the migrations that an upgrade runs.

export interface Section {
  /** Release date; null if the section says that the version is not released. */
  date: string | null;
  text: string;
}

/** Returns the section of a version; null if there is none. */
export function findSection(changelog: string, version: string): Section | null {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [, name, date] = /^(\S+) \((\d{4}-\d{2}-\d{2}|unreleased)\)\n/.exec(section) ?? [];
    if (name !== version) continue;
    return { date: date === 'unreleased' ? null : (date ?? null), text: section.slice(section.indexOf('\n')).trim() };
  }
  return null;
}

export interface MigrationFile {
  path: string;
  text: string;
}

/**
 * Returns the section about upgrading. `added` contains the migrations that the previous release does not have. It is
 * null if there is no previous release.
 */
export function upgradeNotes(version: string, added: readonly MigrationFile[] | null): string {
  const steps = [
    `1. Back up the database.`,
    `2. Install ${version}: \`npm install postern@${version}\`, or the image \`postern/postern:${version}\`.`,
    '3. Read the SQL and its locks: `npx postern plan`.',
    '4. Run `npx postern migrate`. Processes of the release before go on serving.',
    '5. Restart the gateways and workers.',
  ];
  const reasons = (added ?? []).map(({ path, text }) => `- \`${path}\`: ${/^-- (.*)/.exec(text)?.[1] ?? ''}`);
  const database =
    added === null
      ? 'This is the first release. There is nothing to upgrade from.'
      : reasons.length === 0
        ? 'No migration: only functions change.'
        : `Migrations since the release before:\n\n${reasons.join('\n')}`;
  return `## Upgrade\n\n${database}${added === null ? '' : `\n\n${steps.join('\n')}`}\n`;
}
