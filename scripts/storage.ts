import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { loadEnvFile } from '../platform/env-file.ts'
import { createLog } from '../platform/log.ts'
import { copyStorage, verifyStorage } from '../platform/storage/copy-storage.ts'
import { openStorage } from '../platform/storage/open-storage.ts'

/*
 * `npm run storage -- copy disk s3` and `npm run storage -- copy s3 disk` copy all stored files to the other kind of
 * storage; `npm run storage -- verify` reads all files of the configured one. Copying can be stopped and started again.
 */
const usage = `Usage:
  npm run storage -- copy disk s3   Copy all files from DATA_DIR to the bucket
  npm run storage -- copy s3 disk   Copy all files from the bucket to DATA_DIR
  npm run storage -- verify         Read all files and compare them with their hashes
`

const root = join(import.meta.dirname, '..')
const { positionals } = parseArgs({ allowPositionals: true })
const [command, from, to] = positionals
const print = (text: string) => process.stdout.write(`${text}\n`)

try {
  const config = readConfig(loadEnvFile(root))
  const common = { config: { ...config, DATA_DIR: resolve(root, config.DATA_DIR) }, log: createLog(config.LOG_LEVEL) }
  if (command === 'verify' && positionals.length === 1) {
    const storage = await openStorage(common)
    const { files, bytes, damaged } = await verifyStorage(storage, { print })
    storage.close()
    print(`${files} files with ${bytes} bytes read, ${damaged.length} damaged.`)
    if (damaged.length > 0) process.exitCode = 1
  } else if (command === 'copy' && isKind(from) && isKind(to) && from !== to) {
    const [source, target] = [
      await openStorage({ ...common, kind: from }),
      await openStorage({ ...common, kind: to }),
    ] as const
    await source.check()
    await target.check()
    const counts = await copyStorage(source, target, { print })
    source.close()
    target.close()
    print(
      `${counts.copied} files copied with ${counts.bytes} bytes, ${counts.skipped} were there already, ${counts.failed} failed.`,
    )
    if (counts.failed > 0) process.exitCode = 1
  } else {
    process.stderr.write(usage)
    process.exitCode = 2
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function isKind(text: string | undefined): text is 'disk' | 's3' {
  return text === 'disk' || text === 's3'
}
