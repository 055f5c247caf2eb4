import { execFileSync } from 'node:child_process'

/** Arguments of `npm test`. */
export type Wanted<Name extends string> = {
  /** The stages named; all when left out. */
  only: Name[] | undefined
  /** The revision since which changes count, when only what they reach is wanted. */
  since: string | undefined
  /** Parts of paths: only files with one of them run. */
  words: string[]
  /** Options for Vitest. */
  options: string[]
}

/** Matches of a command-line word in the project's folder. */
export type Known = { isRevision(word: string): boolean; isInPath(word: string): boolean }

/** Options of Vitest that take the next argument as their value. */
const withValue = /^(-t|--testNamePattern|--bail|--retry|--shard)$/

/**
 * Reads the command line of `npm test`.
 *
 * @returns `refusal` says what is wrong with it.
 */
export function readArguments<Name extends string>(
  args: string[],
  stages: readonly Name[],
  known: Known,
): Wanted<Name> | { refusal: string } {
  const theStages = `The stages are ${stages.join(', ')}.`
  if (args.includes('--only'))
    return { refusal: `--only needs its stage after an equals sign, such as --only=pure. ${theStages}` }
  const behind = args[args.indexOf('--changed') + 1]
  if (args.includes('--changed') && behind !== undefined && !behind.startsWith('-')) {
    const example = `npm test -- --changed=${behind}`
    if (known.isRevision(behind)) return { refusal: `--changed needs its revision after an equals sign: ${example}` }
    if (!known.isInPath(behind))
      return { refusal: `'${behind}' is neither a part of a path nor a revision that git knows.` }
  }
  const since = args.includes('--changed') ? 'HEAD' : valueOf(args, 'changed')
  if (since !== undefined && !known.isRevision(since))
    return { refusal: `--changed=${since}: git knows no such revision.` }
  const only = valueOf(args, 'only')?.split(',')
  const unknown = only?.filter((name) => !stages.some((stage) => stage === name)) ?? []
  if (unknown.length > 0) return { refusal: `Unknown stage '${unknown.join("', '")}'. ${theStages}` }
  const rest = args.filter((arg) => !/^--(only|changed)(=|$)/.test(arg))
  const isOption = rest.map((arg, index) => arg.startsWith('-') || withValue.test(rest[index - 1] ?? ''))
  return {
    only: only as Name[] | undefined,
    since,
    words: rest.filter((_, index) => !isOption[index]),
    options: rest.filter((_, index) => isOption[index]),
  }
}

function valueOf(args: string[], option: string): string | undefined {
  return args.findLast((arg) => arg.startsWith(`--${option}=`))?.slice(option.length + 3)
}

/** Git state of the project in a folder. */
export function knownTo(root: string): Known {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return {
    isRevision(word) {
      try {
        git('rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`)
        return true
      } catch {
        return false
      }
    },
    isInPath: (word) => git('ls-files', '--cached', '--others', '--exclude-standard').includes(word),
  }
}
