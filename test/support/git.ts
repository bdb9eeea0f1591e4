// git in a folder, whatever repository else is at work: a hook of git has variables that lead each git it starts to its own repository.

/** The environment for a git that is to find the repository of its folder. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}
