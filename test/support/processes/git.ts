// Environment for running git in a folder from within a git hook: a hook sets variables that point every git process to
// the hook's own repository.

/** Returns an environment in which git uses the repository of its folder. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}
