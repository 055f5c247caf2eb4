import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type IncomingMessage, request as requestPlainly, type ServerResponse } from 'node:http'
import { request as requestByTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error The package has no types.
import S3rver from '@20minutes/s3rver'
import { makeGivenBucket } from './given-bucket.ts'

/** A fault of the object storage. `matches` narrows it to requests such as `GET /swade/a.txt`. */
export type S3Fault = { matches?: RegExp; times?: number } & (
  | { kind: 'down' }
  | { kind: 'silent' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'cut-answer'; afterBytes: number }
  | { kind: 'cut-upload' }
  | { kind: 'refuse'; status: number; code: string }
)

/** An S3 server with one bucket that checks signatures, behind a proxy that counts requests and injects faults. */
export type S3Server = {
  /** Environment variables of a site that uses it. */
  environment: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  /** Address of the server itself, without the proxy in front of it. */
  directEndpoint: string
  /** Sets the fault of all further requests; undefined for none. */
  fail(fault: S3Fault | undefined): void
  /** Returns the requests so far, such as `GET /swade/a.txt`, whatever the name of the bucket is. */
  requests(): string[]
  stop(): Promise<void>
}

const bucket = 'swade'

/**
 * Enables continued listings: the server encrypts the position by DES, which OpenSSL 3 supports only as triple DES with
 * the same key three times.
 */
function provideDes(): void {
  const crypto = createRequire(import.meta.url)('node:crypto') as Record<string, (...args: unknown[]) => unknown>
  for (const name of ['createCipheriv', 'createDecipheriv']) {
    const original = crypto[name]!
    crypto[name] = (algorithm, key, ...rest) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key as Buffer, key as Buffer, key as Buffer]), ...rest)
        : original(algorithm, key, ...rest)
  }
}
provideDes()

type TargetServer = {
  endpoint: URL
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

/** Starts the S3 server in this process. */
async function startS3rver(given: string | undefined): Promise<TargetServer> {
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'swade-s3-')))
  const server = new (S3rver as new (options: object) => {
    run(): Promise<AddressInfo>
    close(): Promise<void>
    httpServer: { closeAllConnections(): void }
  })({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] })
  const { port } = await server.run()
  return {
    endpoint: new URL(`http://127.0.0.1:${port}`),
    region: 'us-east-1',
    bucket,
    // The only access key of this server.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      if (!given) await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Starts an S3 server in this process, or uses that of `TEST_S3_ENDPOINT` with a bucket of its own.
 *
 * Unlike other servers, the started one stores the received part of an aborted request, and does not compare the
 * content with the signed hash. It also overwrites files in place, so the proxy sends the requests for one object one
 * after the other: a real object storage never returns half of an object.
 *
 * @param options.directory Folder that keeps the files; by default a temporary one, deleted when the server stops.
 */
export async function startS3Server(options: { directory?: string } = {}): Promise<S3Server> {
  const testBucket = await makeGivenBucket()
  const target = testBucket ? { ...testBucket, stop: testBucket.remove } : await startS3rver(options.directory)
  const sendRequest = target.endpoint.protocol === 'https:' ? requestByTls : requestPlainly
  const requests: string[] = []
  let fault: S3Fault | undefined
  let left = Infinity

  const inTurn = oneByOne()
  const proxy = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url?.replace(`/${target.bucket}`, `/${bucket}`)}`
    requests.push(line)
    const current = fault && left > 0 && (fault.matches?.test(line) ?? true) ? fault : undefined
    if (current) left -= 1
    if (current?.kind === 'down') return void incoming.socket.destroy()
    if (current?.kind === 'silent') return void incoming.resume()
    if (current?.kind === 'refuse') return refuse(outgoing, current)
    const send = () => inTurn(incoming, outgoing, () => forward(incoming, outgoing, current))
    if (current?.kind === 'slow') setTimeout(send, current.delayMs)
    else send()
  })
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, current: S3Fault | undefined) => {
    const forwarded = sendRequest({
      host: target.endpoint.hostname,
      port: target.endpoint.port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    })
    if (current?.kind === 'cut-upload') {
      incoming.once('data', () => {
        incoming.socket.destroy()
        forwarded.destroy()
      })
    }
    forwarded.on('error', () => incoming.socket.destroy())
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (current?.kind !== 'cut-answer') return void answer.pipe(outgoing)
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        const rest = current.afterBytes - sent
        sent += chunk.length
        if (rest > 0) outgoing.write(chunk.subarray(0, rest))
        if (sent >= current.afterBytes) setImmediate(() => incoming.socket.destroy())
      })
    })
    incoming.pipe(forwarded)
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      S3_REGION: target.region,
      S3_BUCKET: target.bucket,
      S3_ACCESS_KEY_ID: target.accessKeyId,
      S3_SECRET_ACCESS_KEY: target.secretAccessKey,
    },
    directEndpoint: target.endpoint.origin,
    fail(next) {
      fault = next
      left = next?.times ?? Infinity
    },
    requests: () => requests,
    async stop() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await target.stop()
    },
  }
}

/** Creates a function that runs a request when the earlier ones for the same object have ended. */
function oneByOne() {
  const last = new Map<string, Promise<void>>()
  return (incoming: IncomingMessage, outgoing: ServerResponse, run: () => void): void => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    // Parts of an upload are separate files.
    const object = query.includes('partNumber') ? `${path}?${query}` : path
    const turn = (last.get(object) ?? Promise.resolve()).then(() => {
      if (outgoing.destroyed) return
      const ended = new Promise<void>((resolve) => outgoing.once('close', resolve))
      run()
      return ended
    })
    last.set(object, turn)
    void turn.then(() => last.get(object) === turn && last.delete(object))
  }
}

function refuse(outgoing: ServerResponse, { status, code }: { status: number; code: string }): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml', 'connection': 'close' })
  outgoing.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
