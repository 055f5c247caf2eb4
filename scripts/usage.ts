import { parseArgs, type ParseArgsConfig } from 'node:util'

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

/** Parses options like `parseArgs`; for an invalid option it prints the error with the usage and exits with code 2. */
export function parseOptions<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${(error as Error).message.split('. To specify')[0]}.\n\n${usage}`)
    process.exit(2)
  }
}
