import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IconData } from './one-path.ts'

/**
 * Reads an icon out of lucide's own module of it; a module that only gives an icon a second name leads to that icon.
 *
 * @param file Path of the module.
 * @throws Error when there is no such module, or none that is an icon's.
 */
export async function readIcon(file: string): Promise<IconData> {
  const { __iconData } = (await import(pathToFileURL(file).href)) as { __iconData?: IconData }
  if (__iconData) return __iconData
  const [, other] = /^export \{ default \} from '([^']+)'/m.exec(readFileSync(file, 'utf8')) ?? []
  if (!other) throw new Error(`${file} holds no icon`)
  return readIcon(resolve(dirname(file), other))
}
