import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import type { S3Connection } from './s3-client.ts'
import type { Storage } from './storage.ts'

/** Age after which a file without a row, or an upload in parts, was left by a crash. */
const maxWriteMs = 60 * 60_000

/**
 * Up to this number, files of a folder without a row are deleted; beyond it only while they are fewer than the named
 * ones. A database that knows almost none of the files is the wrong one: a new one, or that of another site.
 */
export const maxUnnamed = 20

type GarbageDeps = {
  connection: S3Connection
  storage: Pick<Storage, 'listFiles' | 'delete'>
  isNamed: (key: string) => boolean | Promise<boolean>
  log: { warn(details: object, message: string): void }
}

/** Implements `collectGarbage` of a storage on S3. @returns Number of deleted files. */
export async function collectS3Garbage({ connection, storage, isNamed, log }: GarbageDeps): Promise<number> {
  await abortOldUploads(connection).catch((error: unknown) =>
    log.warn({ err: error }, 'aborting unfinished uploads failed'),
  )
  const folders = new Map<string, { named: number; unnamed: string[] }>()
  for await (const { key, modifiedAt } of storage.listFiles('')) {
    const name = key.slice(0, key.indexOf('/') + 1)
    const folder = folders.get(name) ?? { named: 0, unnamed: [] }
    folders.set(name, folder)
    // Another process may be about to name a young file.
    if (Date.now() - modifiedAt.getTime() < maxWriteMs || (await isNamed(key))) folder.named += 1
    else folder.unnamed.push(key)
  }
  let deleted = 0
  for (const [folder, { named, unnamed }] of folders) {
    const isTemporary = folder === 'incoming/'
    if (!isTemporary && unnamed.length > maxUnnamed && unnamed.length > named) {
      log.warn(
        { folder, unnamed: unnamed.length, named },
        'stored files kept: the database names none of them; check that bucket and database belong together',
      )
      continue
    }
    for (const key of unnamed) await storage.delete(key)
    deleted += unnamed.length
  }
  return deleted
}

async function abortOldUploads({ sdk, bucket, send }: S3Connection): Promise<void> {
  const { Uploads: uploads = [] } = await send<ListMultipartUploadsCommandOutput>(
    new sdk.ListMultipartUploadsCommand({ Bucket: bucket }),
  )
  for (const { Key: key, UploadId: id, Initiated: at } of uploads)
    if (at && Date.now() - at.getTime() > maxWriteMs)
      await send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: id }))
}
