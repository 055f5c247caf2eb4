import { mkdirSync } from 'node:fs'

/** Environment of the site's processes for an object storage, and what stops it. */
export type TopologyStorage = { environment: Record<string, string>; stop(): Promise<void> }

const settings = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Returns whether the environment names an object storage. */
export const namesObjectStorage = (environment: Record<string, string | undefined>) =>
  settings.some((name) => environment[name])

/**
 * Returns the object storage of the topology: the one that the S3 settings of the environment name, or else the S3
 * server of the tests, started in this process.
 *
 * @param folder Keeps the files of the started server between starts.
 * @throws Error when there are no S3 settings and the S3 server, a development dependency, is not installed.
 */
export async function startTopologyStorage(
  environment: Record<string, string | undefined>,
  folder: string,
): Promise<TopologyStorage> {
  if (namesObjectStorage(environment)) {
    const given = settings.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
    return { environment: Object.fromEntries(given), stop: async () => undefined }
  }
  const { startS3Server } = await import('#tests/support/s3-server.ts').catch((cause: unknown) => {
    throw new Error(
      'No object storage is configured, and the S3 server for tests is not installed. Set the S3_… settings, or install the development dependencies with npm ci.',
      { cause },
    )
  })
  mkdirSync(folder, { recursive: true })
  return startS3Server({ directory: folder })
}
