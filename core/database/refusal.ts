// Thrown if a migration or its settings are refused. The message is for the operator.

export class MigrationRefusedError extends Error {
  readonly code = 'migration_refused';
  override readonly name = 'MigrationRefusedError';
}
