// Type of the admin functions that import and export call. The command line provides the connection.

export interface Admin {
  /** Calls an admin function. Throws a CommandError if it returns an error. */
  call(
    name: 'import_users' | 'maintain_user_list_counts' | 'export_users',
    args: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
}

/** Connects, runs `work` and disconnects. */
export type WithAdmin = <T>(work: (admin: Admin) => Promise<T>) => Promise<T>;
