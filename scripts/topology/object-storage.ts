/** Environment of the site's processes for an object storage, and what stops it. */
export type TopologyStorage = { environment: Record<string, string>; stop(): Promise<void> }

const settings = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/**
 * Returns the object storage of the topology: the one that the S3 settings of the environment name.
 *
 * @returns undefined without these settings. The processes then have separate files, and say so.
 */
export async function startTopologyStorage(
  environment: Record<string, string | undefined>,
): Promise<TopologyStorage | undefined> {
  const given = settings.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
  if (given.length === 0) return undefined
  return { environment: Object.fromEntries(given), stop: async () => undefined }
}
