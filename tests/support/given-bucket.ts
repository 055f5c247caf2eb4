import { randomBytes } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'

/** A running S3 server with a bucket for one test run. */
export type GivenServer = {
  endpoint: URL
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Deletes the bucket with everything in it. */
  remove(): Promise<void>
}

/**
 * Makes a bucket on the S3 server that `TEST_S3_ENDPOINT`, `TEST_S3_ACCESS_KEY_ID` and `TEST_S3_SECRET_ACCESS_KEY`
 * name, so that the tests can be run with a server that sites use.
 *
 * @returns Undefined when `TEST_S3_ENDPOINT` is not set.
 * @throws Error of the server when it refuses to make a bucket.
 */
export async function makeGivenBucket(
  environment: Record<string, string | undefined> = process.env,
): Promise<GivenServer | undefined> {
  const endpoint = environment['TEST_S3_ENDPOINT']
  if (!endpoint) return undefined
  const region = environment['TEST_S3_REGION'] ?? 'us-east-1'
  const accessKeyId = environment['TEST_S3_ACCESS_KEY_ID'] ?? ''
  const secretAccessKey = environment['TEST_S3_SECRET_ACCESS_KEY'] ?? ''
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const bucket = `swade-test-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return {
    endpoint: new URL(endpoint),
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    async remove() {
      const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
      for (const { Key, UploadId } of uploads)
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      for (;;) {
        const { Contents: files = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
        if (files.length === 0) break
        for (const { Key } of files) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
      }
      await client.send(new DeleteBucketCommand({ Bucket: bucket }))
      client.destroy()
    },
  }
}
