import { join } from 'node:path'
import { type Config, ConfigError } from '#platform/config.ts'
import { localStorage } from './local-storage.ts'
import type { S3Limits } from './s3-client.ts'
import type { Storage } from './storage.ts'

type StorageConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_CACHE_MEGABYTES'
>

/**
 * Opens the configured storage: the bucket `S3_BUCKET`, else the folder `files` of the data folder.
 *
 * @param config With an absolute `DATA_DIR`.
 * @param kind Opens the other kind, for copies between the two.
 * @param limits Limits of the bucket, overridden in tests.
 * @throws ConfigError when the bucket is asked for and not configured.
 */
export async function openStorage({
  config,
  log,
  kind = config.S3_BUCKET === undefined ? 'disk' : 's3',
  limits = {},
}: {
  config: StorageConfig
  log: { warn(details: object, message: string): void }
  kind?: Storage['kind']
  limits?: Partial<S3Limits>
}): Promise<Storage & { close(): void }> {
  if (kind === 'disk') return { ...(await localStorage(join(config.DATA_DIR, 'files'))), close: () => undefined }
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = config
  if (!bucket || !id || !secret)
    throw new ConfigError(['S3_BUCKET: must be set, with the other S3 settings, to use a bucket'])
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage({
    settings: { ...config, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret },
    cacheDir: join(config.DATA_DIR, 'cache', 'storage'),
    log,
    limits,
  })
}
