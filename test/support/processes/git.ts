// Environment for running git from within a git hook. Git sets variables for a hook that point every git process to the
// hook's repository.

/** Returns an environment in which git uses the repository of the working directory. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}
