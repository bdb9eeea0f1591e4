// A reason not to migrate, as a sentence for the person at the terminal.

export class MigrateRefusal extends Error {
  override readonly name = 'MigrateRefusal';
}
