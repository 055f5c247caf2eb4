import { startRelay } from '../../tests/support/relay.ts'
import { startS3Server } from '../../tests/support/s3-server.ts'

/**
 * Starts a mail server and an S3 server for a topology under load. Both end with `resources`.
 *
 * @param keep Returns the part of an email that is kept; by default, all of it is.
 * @returns `environment` connects a topology to both, with the settings that every load needs.
 */
export async function startOutsideServices(resources: AsyncDisposableStack, keep?: (email: Buffer) => string) {
  const relay = await startRelay(keep ? { keep } : {})
  resources.defer(() => relay.stop())
  const s3 = await startS3Server()
  resources.defer(() => s3.stop())
  const environment = {
    ...s3.environment,
    SMTP_URL: relay.url,
    ENV_FILE: '/dev/null',
    PRICE_SOURCES: 'off',
    ALLOW_TEST_CHECKOUT: 'true',
    POSTAL_ADDRESS: '1 Plate Street',
  }
  return { relay, s3, environment }
}
