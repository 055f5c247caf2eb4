import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ArchiveError, type FileChecksum, readTar, type UntarredFile } from './archive.ts'

/** Name of the first file of a backup, which describes it. */
export const headName = 'backup.json'

/** Name of the last file of a backup, which lists the checksums of the others. */
export const manifestName = 'manifest.json'

/** A list of a million stored files fits. */
const maxListBytes = 256 * 1024 ** 2

const headSchema = z.object({
  /** 1: without checksums, stored files with their types beside them. 2: with {@link manifestName} at the end. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int().nonnegative() })),
  /** Content types of the stored files by key. */
  contentTypes: z.record(z.string(), z.string()).default({}),
})

/** Description of a backup, in its first file. */
export type BackupHead = z.output<typeof headSchema>

const manifestSchema = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})

/** Thrown when a backup cannot be read or restored. The message can be shown to users. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

/** Contents of a backup that was read to its end. */
export type ReadBackup = {
  head: BackupHead
  /** Number of files in it, and their length in bytes. */
  files: number
  bytes: number
  /** False for a backup of an earlier version, which has no checksums. */
  isVerified: boolean
}

/**
 * Reads a backup to its end and compares every file with the SHA-256 in its manifest.
 *
 * @param archive An unencrypted backup.
 * @param onFile Receives each file between the head and the manifest; it may leave chunks unread.
 * @throws RestoreError when it is no backup, or a file is missing, changed, added or listed twice.
 */
export async function readBackup(
  archive: AsyncIterable<Buffer>,
  {
    onHead = () => undefined,
    onFile = () => undefined,
  }: {
    onHead?: (head: BackupHead) => Promise<void> | void
    onFile?: (file: UntarredFile) => Promise<void> | void
  } = {},
): Promise<ReadBackup> {
  const found = new Map<string, FileChecksum>()
  let head: BackupHead | undefined
  let listed: FileChecksum[] | undefined
  try {
    for await (const file of readTar(archive)) {
      const { measured, finish } = measure(file)
      if (listed) throw new RestoreError(`The backup contains an unexpected file after its end: ${file.name}.`)
      if (!head) {
        if (file.name !== headName) throw new RestoreError('This archive is not a backup of this site.')
        head = parse(headSchema, await readAll(measured))
        await onHead(head)
      } else if (head.format === 2 && file.name === manifestName) {
        listed = parse(manifestSchema, await readAll(measured)).files
        continue
      } else await onFile(measured)
      if (found.has(file.name)) throw new RestoreError(`The backup is damaged: ${file.name} is in it twice.`)
      found.set(file.name, await finish())
    }
  } catch (error) {
    throw error instanceof ArchiveError ? restoreErrorOf(error, head !== undefined) : error
  }
  if (!head) throw new RestoreError('This file is empty, so it is not a backup. Download or copy the backup again.')
  if (head.format === 2) compare(listed, found)
  const bytes = [...found.values()].reduce((sum, file) => sum + file.bytes, 0)
  return { head, files: found.size, bytes, isVerified: head.format === 2 }
}

function restoreErrorOf(error: ArchiveError, hasHead: boolean): RestoreError {
  const fault = hasHead
    ? `The backup is ${error.isCut ? 'incomplete' : 'damaged'}.`
    : 'This file is not a backup of this site, or it is damaged.'
  return new RestoreError(`${fault} Download or copy the backup again.`, { cause: error })
}

function compare(listed: FileChecksum[] | undefined, found: Map<string, FileChecksum>): void {
  if (!listed) throw new RestoreError('The backup is incomplete: its manifest is missing.')
  const rest = new Map(found)
  for (const { name, bytes, sha256 } of listed) {
    const actual = rest.get(name)
    if (!actual) throw new RestoreError(`The backup is incomplete: ${name} is missing.`)
    if (actual.bytes !== bytes || actual.sha256 !== sha256)
      throw new RestoreError(`The backup is damaged: ${name} differs from its checksum.`)
    rest.delete(name)
  }
  const [added] = rest.keys()
  if (added) throw new RestoreError(`The backup contains an unexpected file: ${added} is not in its manifest.`)
}

// `finish` reads what the caller left unread.
function measure(file: UntarredFile): { measured: UntarredFile; finish(): Promise<FileChecksum> } {
  const hash = createHash('sha256')
  let bytes = 0
  let chunks: AsyncIterator<Buffer> | undefined
  async function* read(): AsyncGenerator<Buffer> {
    chunks ??= file.chunks()[Symbol.asyncIterator]()
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      hash.update(value)
      bytes += value.length
      yield value
    }
  }
  return {
    measured: { ...file, chunks: read },
    async finish() {
      for await (const chunk of read()) void chunk
      return { name: file.name, bytes, sha256: hash.digest('hex') }
    },
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw new RestoreError('This archive is not a backup of this site, or it is damaged.', { cause: error })
  }
}

async function readAll(file: UntarredFile): Promise<Buffer> {
  if (file.size > maxListBytes) throw new RestoreError('This archive is not a backup of this site.')
  const parts: Buffer[] = []
  for await (const chunk of file.chunks()) parts.push(chunk)
  return Buffer.concat(parts)
}
