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
