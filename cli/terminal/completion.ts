// Generates static completion scripts for bash, zsh and fish from the command tree. They do not start Postern.
import type { Command, Option } from 'commander';

interface CompletionWord {
  word: string;
  description: string;
}

interface CommandCompletions {
  /** Path of the command: '', `/user` or `/user/create`. */
  path: string;
  words: CompletionWord[];
  /** Allowed values of options. */
  values: { option: string; words: string[] }[];
}

/** Returns the completion script for a shell. */
export function completionScript(root: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const places = collectCompletions(root, '');
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places, root.name());
}

function collectCompletions(command: Command, path: string): CommandCompletions[] {
  const options = command.options.filter((option) => !option.hidden);
  const words = [
    ...command.commands.map((inner) => ({ word: inner.name(), description: inner.description() })),
    ...command.registeredArguments.flatMap((argument) =>
      (argument.argChoices ?? []).map((word) => ({ word, description: argument.description })),
    ),
    ...options.map((option) => ({ word: preferredOptionName(option), description: option.description })),
    { word: '--help', description: 'display help' },
  ];
  const values = options
    .filter((option) => option.argChoices !== undefined)
    .map((option) => ({ option: preferredOptionName(option), words: [...(option.argChoices ?? [])] }));
  // Refuses words that a shell would expand.
  const strange = [...words.map(({ word }) => word), ...values.flatMap((value) => value.words)].find(
    (word) => !WORD.test(word),
  );
  if (strange !== undefined) throw new Error(`${JSON.stringify(strange)} cannot be completed`);
  return [
    { path, words, values },
    ...command.commands.flatMap((inner) => collectCompletions(inner, `${path}/${inner.name()}`)),
  ];
}

const WORD = /^[\w.-]+$/;

function preferredOptionName(option: Option): string {
  return option.long ?? option.short ?? '';
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const join = (words: readonly string[]): string => words.join(' ');
const pathsOf = (places: readonly CommandCompletions[]): string =>
  places
    .filter((place) => place.path !== '')
    .map((place) => place.path)
    .join('|');
const valuesOf = (places: readonly CommandCompletions[]) =>
  places.flatMap((place) => place.values.map(({ option, words }) => ({ key: `${place.path} ${option}`, words })));

function bashScript(places: readonly CommandCompletions[], name: string): string {
  const cases = places.map(
    (place) => `    ${quoted(place.path)}) words=${quoted(join(place.words.map((w) => w.word)))} ;;`,
  );
  const values = valuesOf(places).map(({ key, words }) => `    ${quoted(key)}) words=${quoted(join(words))} ;;`);
  return `# ${name} completion for bash:  eval "$(${name} completion bash)"
_${name}() {
  local at='' i words=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${pathsOf(places)}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${name} ${name}`;
}

function zshScript(places: readonly CommandCompletions[], name: string): string {
  const described = ({ word, description }: CompletionWord): string =>
    quoted(`${word.replaceAll(':', '\\:')}:${description}`);
  const cases = places.map((place) => `    ${quoted(place.path)}) found=(${join(place.words.map(described))}) ;;`);
  const values = valuesOf(places).map(({ key, words }) => `    ${quoted(key)}) found=(${join(words.map(quoted))}) ;;`);
  return `#compdef ${name}
# ${name} completion for zsh:  eval "$(${name} completion zsh)", after compinit
_${name}() {
  local at='' i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
      ${pathsOf(places)}) at="$at/\${words[i]}" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  _describe ${quoted(name)} found
}
compdef _${name} ${name}`;
}

function fishScript(places: readonly CommandCompletions[], name: string): string {
  const lines = places.flatMap((place) => {
    const when = quoted(`test (__${name}_at) = "${place.path}"`);
    return place.words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      const few = place.values.find((value) => value.option === word);
      const value = few === undefined ? '' : ` -x -a ${quoted(join(few.words))}`;
      return `complete -c ${name} -n ${when} ${what}${value} -d ${quoted(description)}`;
    });
  });
  return `# ${name} completion for fish:  ${name} completion fish | source
function __${name}_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at/$word"
      case ${places
        .filter((place) => place.path !== '')
        .map((place) => quoted(place.path))
        .join(' ')}
        set at "$at/$word"
    end
  end
  echo "$at"
end
complete -c ${name} -f
${lines.join('\n')}`;
}
