import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let cookie: string
let port: number
beforeAll(async () => {
  site = await buildTestSite()
  cookie = await ownerCookie(site)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as { port: number }).port
})
afterAll(() => site.close())

/** Routes that accept a form with a file. */
const routes = {
  track: { url: '/api/maestro/submit', field: 'audio_file', fileName: 'a.mp3' },
  picture: { url: '/api/owner/content/artists/atlas-swade/image', field: 'file', fileName: 'a.png' },
  pdf: { url: '/api/owner/books/ai-fun-profit/pdf', field: 'file', fileName: 'a.pdf' },
  cover: { url: '/api/owner/books/ai-fun-profit/cover', field: 'file', fileName: 'a.png' },
  narration: { url: '/api/owner/books/ai-fun-profit/narration', field: 'file', fileName: 'a.mp3' },
}
type Route = (typeof routes)[keyof typeof routes]
const all = Object.entries(routes)

const edge = 'an-edge'
const formOf = ({ field, fileName }: Route, content = '%PDF-1.7 x') =>
  [
    `--${edge}\r\ncontent-disposition: form-data; name="place"\r\n\r\npreview\r\n`,
    `--${edge}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    `${content}\r\n--${edge}--\r\n`,
  ].join('')

let visitor = 0
/** Sends a form with the required session, each time from another IP address because of rate limits. */
function send({ url }: Route, payload: string | Buffer, type = `multipart/form-data; boundary=${edge}`) {
  visitor += 1
  const headers = { 'content-type': type, 'accept': 'application/json', cookie, 'origin': ownOrigin }
  return site.app.inject({
    method: 'POST',
    url,
    headers,
    payload,
    remoteAddress: `10.1.${visitor >> 8}.${visitor & 255}`,
  })
}

/** Lists all files below the storage folder, including drafts and types. */
const onDisk = async () =>
  (await readdir(join(site.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)

async function expectRefusal(reply: Awaited<ReturnType<typeof send>>, what: string): Promise<void> {
  expect(reply.statusCode, what).toBeGreaterThanOrEqual(400)
  expect(reply.statusCode, what).toBeLessThan(500)
  expect(reply.json<{ detail: string }>().detail, what).toMatch(/^[A-Z].{12,}/)
}

test.each(all)('a form to %s that is truncated anywhere can be sent again, and leaves no file', async (name, route) => {
  const before = await onDisk()
  const form = formOf(route)
  for (let length = 0; length < form.length; length += 1)
    await expectRefusal(await send(route, form.slice(0, length)), `${name}, cut at ${length}`)
  expect(await onDisk()).toEqual(before)
})

const long = 'A'.repeat(300)
const odd: [what: string, type: string, body: (route: Route) => string][] = [
  ['without a boundary', 'multipart/form-data', formOf],
  ['with an empty boundary', 'multipart/form-data; boundary=', formOf],
  ['with an empty quoted boundary', 'multipart/form-data; boundary=""', formOf],
  ...[252, 253, 254, 256, 300].map(
    (length) =>
      [
        `with a boundary of ${length} bytes`,
        `multipart/form-data; boundary=${long.slice(0, length)}`,
        () => 'x',
      ] as (typeof odd)[number],
  ),
  ['whose boundary comes nowhere', 'multipart/form-data; boundary=other', formOf],
  ['with two boundaries, of which the second is used', `multipart/form-data; boundary=other; boundary=${edge}`, formOf],
  [
    'that begins with its boundary several times',
    `multipart/form-data; boundary=${edge}`,
    (route) => `--${edge}\r\n`.repeat(5) + formOf(route),
  ],
  [
    'whose boundary has line breaks around it',
    `multipart/form-data; boundary=${edge}`,
    (route) => formOf(route).replaceAll('\r\n', '\n'),
  ],
  ['that holds its end alone', `multipart/form-data; boundary=${edge}`, () => `--${edge}--\r\n`],
  ['that holds nothing', `multipart/form-data; boundary=${edge}`, () => ''],
  ['of a single byte', `multipart/form-data; boundary=${edge}`, () => 'x'],
  [
    'with two files',
    `multipart/form-data; boundary=${edge}`,
    (route) => formOf(route).replace(`--${edge}--`, formOf(route)),
  ],
  [
    'of many parts',
    `multipart/form-data; boundary=${edge}`,
    (route) => `--${edge}\r\ncontent-disposition: form-data; name="n"\r\n\r\nx\r\n`.repeat(60) + formOf(route),
  ],
  [
    'with a field of Object',
    `multipart/form-data; boundary=${edge}`,
    (route) => formOf(route).replace('"place"', '"__proto__"'),
  ],
  [
    'whose file is named like a property of Object',
    `multipart/form-data; boundary=${edge}`,
    (route) => formOf({ ...route, field: 'constructor' }),
  ],
  [
    'whose field says it is JSON and is none',
    `multipart/form-data; boundary=${edge}`,
    (route) => formOf(route).replace('"place"', '"place"\r\ncontent-type: application/json'),
  ],
  ['of another kind of parts', `multipart/mixed; boundary=${edge}`, formOf],
]

test.each(odd)('a form %s is rejected with a message everywhere, and leaves no file', async (_what, type, body) => {
  const before = await onDisk()
  for (const [name, route] of all) await expectRefusal(await send(route, body(route), type), name)
  expect(await onDisk()).toEqual(before)
})

/**
 * Sends raw bytes.
 *
 * @returns The response until the connection is closed.
 */
function sendRaw(head: string[], body: string, how: 'wait' | 'hang up'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1'))).on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => how === 'hang up' && socket.destroy())
  })
}

const headOf = ({ url }: Route, length: number) => [
  `POST ${url} HTTP/1.1`,
  `Host: localhost:${port}`,
  `Origin: ${ownOrigin}`,
  `Cookie: ${cookie}`,
  'Accept: application/json',
  'Connection: close',
  `Content-Type: multipart/form-data; boundary=${edge}`,
  `Content-Length: ${length}`,
]

test('a length that is too small truncates the form and gets a response; a lost connection leaves no file', async () => {
  const before = await onDisk()
  for (const [name, route] of all) {
    const form = formOf(route)
    const answer = await sendRaw(headOf(route, form.length - 20), form, 'wait')
    expect(answer, name).toMatch(/^HTTP\/1\.1 4\d\d /)
    await sendRaw(headOf(route, 5_000_000), formOf(route, 'x'.repeat(200_000)).slice(0, -30), 'hang up')
    await expect.poll(onDisk, { timeout: 10_000 }).toEqual(before)
  }
})
