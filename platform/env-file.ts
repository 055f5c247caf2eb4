import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config.ts'

/**
 * Adds the settings of the file `.env` to the environment. Variables that are set already win, even empty ones.
 *
 * @param root Project folder. `ENV_FILE` names another file, relative to it.
 * @param environment Usually `process.env`; it is changed.
 * @returns The same environment.
 * @throws ConfigError when the file that `ENV_FILE` names cannot be read.
 * @see https://nodejs.org/api/util.html#utilparseenvcontent
 */
export function loadEnvFile(
  root: string,
  environment: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> {
  const named = environment['ENV_FILE']
  const path = resolve(root, named || '.env')
  if (!named && !existsSync(path)) return environment
  for (const [name, value] of Object.entries(parseEnv(read(path)))) environment[name] ??= value
  return environment
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError([`ENV_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`])
  }
}
