import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * Returns the beginning of a command line that calls a command of this project, with a space at its end.
 *
 * @param name Name of the npm script, and of the built file.
 * @param script Path of the running program: a built file is called by itself, since there need not be sources.
 */
export const commandLine = (name: string, script = process.argv[1] ?? '') =>
  script.endsWith('.js') ? `node build/server/${name}.js ` : `npm run ${name} -- `

/**
 * Prints the usage of a script and exits when `--help` was given.
 *
 * @param usage Lines on how to call the script.
 */
export function printHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes('--help') && !args.includes('-h')) return
  console.log(usage)
  process.exit(0)
}

/** Prints an error with the usage and exits with code 2. */
export function refuseArguments(usage: string, error: string): never {
  console.error(`${error}.\n\n${usage}`)
  process.exit(2)
}

/** Parses options like `parseArgs`; for an invalid option it prints the error with the usage and exits with code 2. */
export function parseOptions<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    refuseArguments(usage, (error as Error).message.replace(/\. (To specify|This command).*/s, ''))
  }
}

/** Prints the help, or refuses any argument with the usage: for a command that takes none. */
export function expectNoArguments(usage: string): void {
  printHelp(usage)
  parseOptions(usage, {})
}

/** A positional argument: a number with its default, or one of some words, of which the first is the default. */
type Expected = number | readonly [string, ...string[]]
type Given<Wanted extends readonly Expected[]> = {
  -readonly [At in keyof Wanted]: Wanted[At] extends readonly string[] ? Wanted[At][number] : number
}

/** Prints the help, or reads the arguments of a command in their order. Anything else is refused with the usage. */
export function readArguments<const Wanted extends readonly Expected[]>(
  usage: string,
  expected: Wanted,
): Given<Wanted> {
  printHelp(usage)
  const { positionals } = parseOptions(usage, { allowPositionals: true })
  const extra = positionals[expected.length]
  if (extra !== undefined) refuseArguments(usage, `Unexpected argument '${extra}'`)
  return expected.map((wanted, at) => {
    const given = positionals[at]
    if (typeof wanted !== 'number') {
      if (given !== undefined && !wanted.includes(given))
        refuseArguments(usage, `Unknown value '${given}'; use one of: ${wanted.join(', ')}`)
      return given ?? wanted[0]
    }
    if (given !== undefined && !/^\d+(\.\d+)?$/.test(given)) refuseArguments(usage, `'${given}' is not a number`)
    return given === undefined ? wanted : Number(given)
  }) as Given<Wanted>
}

/**
 * Prints the help, or reads the arguments that select parts of a command. Unknown parts are refused with the usage.
 *
 * @returns The selected parts in their order; all without arguments.
 */
export function readParts<Part extends string>(usage: string, parts: readonly Part[]): readonly Part[] {
  printHelp(usage)
  const { positionals } = parseOptions(usage, { allowPositionals: true })
  const unknown = positionals.find((given) => !parts.some((part) => part === given))
  if (unknown !== undefined) refuseArguments(usage, `Unknown value '${unknown}'; use one of: ${parts.join(', ')}`)
  return positionals.length === 0 ? parts : parts.filter((part) => positionals.includes(part))
}

/** Prints the help, or reads the arguments as paths of files and folders, which must exist. */
export function readPaths(usage: string): string[] {
  printHelp(usage)
  const { positionals } = parseOptions(usage, { allowPositionals: true })
  const missing = positionals.find((path) => !existsSync(path))
  if (missing !== undefined) refuseArguments(usage, `'${missing}' does not exist`)
  return positionals
}
