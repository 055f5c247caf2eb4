import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFrontDoor } from './front-door.ts'
import { PageCache, preparePage } from './page-cache.ts'

let server: Server
let port: number
const body = 'sand '.repeat(5_000)

beforeAll(async () => {
  const cache = new PageCache()
  await cache.get('/books', () =>
    preparePage(200, { 'content-type': 'text/html', 'cache-control': 'public, max-age=0, must-revalidate' }, Buffer.from(body)),
  )
  server = createFrontDoor({ keepAliveTimeout: 72_000 }, cache, { 'x-content-type-options': 'nosniff' }, (request, response) => {
    let bytes = 0
    request
      .on('data', (chunk: Buffer) => (bytes += chunk.length))
      .on('end', () => response.end(`app ${request.method} ${request.url} ${bytes}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** Sends pieces one after the other on one line and gives back all that came, once an answer is there and it was quiet, or the line was closed. */
const say = (...pieces: string[]) => sayFor(1, ...pieces)

/** The same where several answers are due. */
async function sayFor(answers: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  let isClosed = false
  socket
    .setEncoding('latin1')
    .on('data', (text) => (heard += text))
    .on('close', () => (isClosed = true))
    .on('error', () => undefined)
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await sleep(25)
  }
  // A busy machine answers late; what Node never answers, as half a body, is given up.
  const end = performance.now() + 3000
  const answered = () => heard.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0
  for (let before = -1; !isClosed && (answered() < answers || heard.length !== before) && performance.now() < end;) {
    before = heard.length
    await sleep(25)
  }
  socket.destroy()
  return heard
}

const get = (path: string, ...headers: string[]) => ['GET ' + path + ' HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n')
const headersOf = (answer: string) =>
  new Map(
    (answer.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 2)]),
  )

test('the lane and Node’s own server say the same', async () => {
  const fast = await say(get('/books'))
  // A header in two lines is one of the things the lane leaves to Node.
  const slow = await say(get('/books', 'x-a: 1', 'x-a: 2'))
  expect(fast.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
  const [ours, nodes] = [headersOf(fast), headersOf(slow)]
  for (const both of [ours, nodes]) both.delete('date')
  expect([...ours].toSorted()).toEqual([...nodes].toSorted())
  expect(fast.split('\r\n\r\n')[1]).toBe(body)
  expect(slow.split('\r\n\r\n')[1]).toBe(body)
})

test('encodings and 304 are the same on the lane', async () => {
  expect(headersOf(await say(get('/books', 'Accept-Encoding: gzip, br'))).get('content-encoding')).toBe('br')
  const etag = headersOf(await say(get('/books'))).get('etag') ?? ''
  const again = await say(get('/books', `If-None-Match: ${etag}`))
  expect(again).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/)
  expect(again.endsWith('\r\n\r\n')).toBe(true)
})

test('one line takes the lane, then the app, then kept pages again', async () => {
  const heard = await sayFor(
    4,
    get('/books'),
    get('/other'),
    get('/books'),
    'POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello',
  )
  expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4)
  expect(heard).toContain('app GET /other 0')
  expect(heard).toContain('app POST /form 5')
})

test.each([
  ['in halves', ['GET /boo', 'ks HTTP/1.1\r\nHost: x\r\n\r\n'], 1, 200],
  ['two at once', [get('/books') + get('/books')], 2, 200],
  ['with a body', ['GET /books HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc'], 1, 200],
  ['with a body in its own piece', ['POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n', 'abc'], 1, 200],
  ['without a host', ['GET /books HTTP/1.1\r\n\r\n'], 1, 400],
  ['with a folded header', ['GET /books HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'], 1, 400],
  ['with two lengths', ['GET /books HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'], 1, 400],
  ['as garbage', ['nonsense\r\n\r\n'], 1, 400],
])('a request %s is Node’s to judge', async (_name, pieces, answers, status) => {
  const heard = await sayFor(answers, ...pieces)
  const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code))
  expect(statuses).toEqual(Array<number>(answers).fill(status))
})

test('a line asked to close is closed', async () => {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.resume().write(get('/books', 'Connection: close'))
  await closed
})

test('whatever is sent, the lane never answers what Node would refuse', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Host: x',
      'Accept-Encoding: br',
      'Content-Length: 0',
      'Transfer-Encoding: chunked',
      ': a',
      'a b: c',
      'x\u0000y: z',
      'Connection: upgrade',
      'X: \u0001',
    ),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
      const request = ['GET /books HTTP/1.1', ...lines, '', ''].join('\r\n')
      const heard = await say(request)
      // The same request in two pieces never rides the lane.
      const judged = await say(request.slice(0, 5), request.slice(5))
      expect(heard.slice(0, 12)).toBe(judged.slice(0, 12))
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('closing waits for nobody who is idle on the lane', async () => {
  const cache = new PageCache()
  await cache.get('/', () => preparePage(200, {}, Buffer.from('x')))
  const own = createFrontDoor({}, cache, {}, (_request, response) => void response.end())
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const socket = connect((own.address() as AddressInfo).port, '127.0.0.1')
  socket.resume().write(get('/'))
  await sleep(50)
  await new Promise<void>((resolve) => own.close(() => resolve()))
})
