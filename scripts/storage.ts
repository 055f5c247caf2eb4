import { resolve } from 'node:path'
import { readConfig } from '../platform/config.ts'
import { loadEnvFile } from '../platform/env-file.ts'
import { createLog } from '../platform/log.ts'
import { copyStorage, verifyStorage } from '../platform/storage/copy-storage.ts'
import { formatBytes } from '../platform/storage/free-space.ts'
import { countOf } from '../shared/count-of.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { root } from './site-folder.ts'
import { commandLine, parseOptions, printHelp } from './usage.ts'

/*
 * `npm run storage`, and `node build/server/storage.js` in a production install: `copy disk s3` and `copy s3 disk` copy
 * all stored files to the other kind of storage; `verify` reads all files of the configured one. Copying can be stopped
 * and started again.
 */
const command = commandLine('storage')
const usage = `Usage:
  ${command}copy disk s3   Copy all files from DATA_DIR to the bucket
  ${command}copy s3 disk   Copy all files from the bucket to DATA_DIR
  ${command}verify         Read all files and compare them with their hashes

You can stop a copy at any time and start it again.`

printHelp(usage)
const { positionals } = parseOptions(usage, { allowPositionals: true })
const [action, from, to] = positionals
const print = (text: string) => process.stdout.write(`${text}\n`)

try {
  const config = readConfig(loadEnvFile(root))
  const common = { config: { ...config, DATA_DIR: resolve(root, config.DATA_DIR) }, log: createLog(config.LOG_LEVEL) }
  if (action === 'verify' && positionals.length === 1) {
    const storage = await openStorage(common)
    const { files, bytes, damaged } = await verifyStorage(storage, { print })
    storage.close()
    print(`Read ${countOf(files, 'file')} (${formatBytes(bytes)}), ${damaged.length} damaged.`)
    if (damaged.length > 0) process.exitCode = 1
  } else if (action === 'copy' && isKind(from) && isKind(to) && from !== to) {
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
      `Copied ${countOf(counts.copied, 'file')} (${formatBytes(counts.bytes)}), ${counts.skipped} already there, ${counts.failed} failed.`,
    )
    if (counts.failed > 0) process.exitCode = 1
  } else {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 2
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function isKind(text: string | undefined): text is 'disk' | 's3' {
  return text === 'disk' || text === 's3'
}
