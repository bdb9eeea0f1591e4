// Rules about the settings of mail: subjects are templates, and are read before one is needed.
import { parseTemplate } from '../template/template.ts';
import type { Settings } from './table.ts';

/** A problem for each subject that cannot be read. */
export function checkSubjects(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (!key.startsWith('mailer_subjects_') || typeof value !== 'string') return [];
    try {
      parseTemplate(value, 'line');
      return [];
    } catch (error) {
      return [`SVC_${key.toUpperCase()}: ${error instanceof Error ? error.message : 'cannot be read'}`];
    }
  });
}
