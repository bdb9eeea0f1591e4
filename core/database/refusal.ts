// The error that a migration is refused, with a message for the operator.

export class MigrationRefusedError extends Error {
  readonly code = 'migration_refused';
  override readonly name = 'MigrationRefusedError';
}
