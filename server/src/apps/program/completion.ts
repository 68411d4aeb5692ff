import { type Command, type CommandGroup, defineCommand, optionLabel } from './command.ts';
import { nothing } from './need.ts';
import { choice, required } from './option.ts';
import { fullNameOf, sharedOptions } from './parse-arguments.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Prints a completion script that derives from the table. */
export function completionCommand(table: () => readonly CommandGroup[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'print a script that completes commands and options of portico in a shell',
    operands: { shell: required(choice('SHELL', shells, 'shell to complete in')) },
    examples: ['completion bash'],
    needs: nothing,
    async run({ operands: { shell }, out }) {
      const script = scripts[shell](nextWordsOf(table()));
      out.result({ shell, script }, [script]);
    },
  });
}

/** What may follow the words that were typed: for each start of a command line its next words. */
type NextWords = ReadonlyMap<string, readonly string[]>;

function nextWordsOf(table: readonly CommandGroup[]): NextWords {
  const groups = table.map(({ name }) => name).filter((name) => name !== '');
  const single = table.flatMap(({ commands, name }) => (name === '' ? commands.map((one) => one.name) : []));
  const next = new Map<string, readonly string[]>([
    ['', [...single, ...wordsBelow('', groups), '--help', '--version']],
  ]);
  for (const { commands, name } of table) {
    if (name !== '')
      next.set(name, [...commands.map((one) => one.name), ...wordsBelow(`${name} `, groups), '--help']);
    for (const command of commands) next.set(fullNameOf(name, command), wordsAfter(command));
  }
  return next;
}

/** The next part of the name of each group that starts so. */
function wordsBelow(start: string, groups: readonly string[]): readonly string[] {
  const below = groups.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  return below.filter((rest) => !rest.includes(' '));
}

function wordsAfter({ isIrreversible, operands, options }: Command): readonly string[] {
  return [
    ...Object.values(operands).flatMap(({ choices = [] }) => choices),
    ...Object.keys(options).map(optionLabel),
    ...(isIrreversible ? ['--yes'] : []),
    ...Object.keys(sharedOptions).map(optionLabel),
    '--help',
  ];
}

/** Words of commands and options have no character that a shell interprets. */
const scripts: Readonly<Record<(typeof shells)[number], (next: NextWords) => string>> = {
  bash: (next) => `# Load it with: source <(portico completion bash)
_portico() {
  local words
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]} \${COMP_WORDS[3]} " in
${cases(next, (words) => `words='${words}'`)}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${(next.get('') ?? []).join(' ')}'; fi
  mapfile -t COMPREPLY < <(compgen -o default -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -F _portico portico`,
  zsh: (next) => `#compdef portico
# Load it with: source <(portico completion zsh)
_portico() {
  local words_after
  case "$words[2] $words[3] $words[4] " in
${cases(next, (words) => `words_after='${words}'`)}
  esac
  if (( CURRENT == 2 )); then words_after='${(next.get('') ?? []).join(' ')}'; fi
  compadd -- \${=words_after} || _files
}
compdef _portico portico`,
  fish: (next) => ['# Load it with: portico completion fish | source', ...[...next].map(fishLine)].join('\n'),
};

/** The longest start comes first: the words of a command, then those of its group. */
function cases(next: NextWords, assign: (words: string) => string): string {
  return [...next]
    .filter(([start]) => start !== '')
    .toSorted(([one], [other]) => other.split(' ').length - one.split(' ').length)
    .map(([start, words]) => `    '${start} '*) ${assign(words.join(' '))} ;;`)
    .join('\n');
}

/** Where a word must follow, it is completed once, and no files are offered. */
function fishLine([start, words]: readonly [string, readonly string[]]): string {
  const nextNames = words.filter((word) => !word.startsWith('--'));
  const conditions =
    start === ''
      ? ['__fish_use_subcommand']
      : [
          ...start.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`),
          ...(nextNames.length === 0 ? [] : [`not __fish_seen_subcommand_from ${nextNames.join(' ')}`]),
        ];
  const noFiles = nextNames.length === 0 ? '' : '-f ';
  return `complete -c portico ${noFiles}-n '${conditions.join('; and ')}' -a '${words.join(' ')}'`;
}
