// The functions of the admin API that an import and an export call, over a connection that the command line has.

export interface Admin {
  /** Throws a Sentence where the function refuses. */
  call(
    name: 'import_users' | 'keep_user_blocks' | 'export_users',
    args: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
}

/** Connects, runs the work, disconnects. */
export type AsAdmin = <T>(work: (admin: Admin) => Promise<T>) => Promise<T>;
