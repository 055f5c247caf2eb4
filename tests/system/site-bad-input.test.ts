import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sharedSite } from '#tests/support/shared-site.ts'

const site = sharedSite()

/** Sends raw bytes and returns the status of the response; 0 when the connection was closed without one. */
function raw(request: string | Buffer, timeoutMs = 15_000): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(site.origin)
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0))
    }
    const timer = setTimeout(finish, timeoutMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (/^HTTP\/1\.1 \d{3}/.test(text)) finish()
    })
    socket.on('error', finish).on('close', finish)
  })
}

const alive = async () => expect((await fetch(`${site.origin}/healthz`)).status).toBe(200)

test.each([
  '/artist/nobody-swade',
  '/artist/..%2f..%2fetc%2fpasswd',
  '/artist/%00',
  '/artist/nova-swade/extra',
  '/book/no-such-book',
  '/book/indie-music-ai-guide-2/read/extra',
  '/platform/no-such-platform',
  '/nope',
  '/NOPE/../nope',
  '/.env',
  '/.git/config',
  '/package.json',
  '/assets/../../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/no-such-file.js',
  '/build/server/main.js',
  '/media/artists/nova-swade/artist.yaml',
  '/media/artists/nova-swade/..%2f..%2fplatforms.yaml',
  '/media/artists/nobody/x.mp3',
  '/media/books/no-such-book.pdf',
  '/media/books/..%2f..%2fplatforms.yaml',
  '/figures/v2/no-such-figure.square.320.webp',
  '/share/artist/nobody.png',
  '/share/constructor/toString.png',
  '/content/books/ai-fun-profit/book.pdf',
  '/books/ai-fun-profit.pdf',
  '/media/books/ai-fun-profit.pdf',
  '/media/books/ai-fun-profit/book.pdf',
  '/media/books/ai-fun-profit/manuscript/00-front.md',
  '/media/books/indie-music-ai-guide-2/../ai-fun-profit.pdf',
  '/media/books/indie-music-ai-guide-2%2f..%2fai-fun-profit.pdf',
  `/artist/${'a'.repeat(300)}`,
  '/constructor',
  '/__proto__',
])('%s gets a 4xx with a body and no internal details', async (path) => {
  const status = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

test('a missing page is a designed 404 that reveals no internal path', async () => {
  const reply = await fetch(`${site.origin}/artist/nobody-swade`)
  const body = await reply.text()
  expect(reply.status).toBe(404)
  expect(body).toContain('Artist Not Found')
  expect(body).not.toMatch(/node_modules|\.tsx?:\d|(?:\n|\\n)\s+at \S/)
})

test.each([
  ['broken JSON', 'application/json', '{"email":', 400],
  ['no JSON at all', 'application/json', 'email=a', 400],
  ['an empty body', 'application/json', '', 400],
  ['deep JSON', 'application/json', '['.repeat(20_000) + ']'.repeat(20_000), 400],
  ['prototype pollution', 'application/json', '{"__proto__":{"x":1},"email":"a@example.com"}', 400],
  ['a form', 'application/x-www-form-urlencoded', 'email=a@example.com', 415],
  ['one megabyte', 'application/json', JSON.stringify({ email: 'a'.repeat(1_000_000) }), 413],
])('signing up with %s is rejected', async (_name, type, body, status) => {
  const headers = { 'content-type': type, 'x-forwarded-for': '203.0.113.70' }
  const reply = await fetch(`${site.origin}/api/newsletter/subscribe`, { method: 'POST', headers, body })
  expect(reply.status).toBe(status)
  expect(await reply.json()).toMatchObject({
    success: false,
    code: expect.any(String),
    message: expect.any(String),
    detail: expect.any(String),
  })
})

test('one megabyte posted to a page is rejected, and the page still responds', async () => {
  const status = await raw(
    `POST /newsletter HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\n${'a'.repeat(100_000)}`,
  )
  expect([413, 0]).toContain(status)
  await alive()
})

test.each(['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=b'])(
  'a post to a page as %s gets a 4xx',
  async (type) => {
    for (const path of ['/newsletter', '/newsletter.data', '/newsletter/unsubscribe/x', '/newsletter/confirm/x']) {
      const reply = await fetch(site.origin + path, { method: 'POST', headers: { 'content-type': type }, body: '{}' })
      expect(reply.status, path).toBe(415)
    }
  },
)

test('the twenty-first plain sign-up in a row is rejected on the page, with the time to wait', async () => {
  const post = (index: number) =>
    fetch(`${site.origin}/newsletter`, {
      method: 'POST',
      headers: { 'origin': site.origin, 'x-forwarded-for': '203.0.113.71' },
      body: new URLSearchParams({ email: `plain-sign-up-${index}@example.com` }),
      redirect: 'manual',
    })
  for (let index = 0; index < 20; index += 1) expect((await post(index)).status).toBe(303)
  const refused = await post(20)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain('Too many sign-ups from your network.')
})

test('other spellings of an address redirect to the page, and unknown parameters change nothing', async () => {
  const other = await fetch(`${site.origin}/Books/?a=b`, { redirect: 'manual' })
  expect([other.status, other.headers.get('location')]).toEqual([301, '/books?a=b'])
  const body = async (path: string) => (await fetch(site.origin + path)).text()
  expect(await body('/newsletter?state=made-up')).toBe(await body('/newsletter'))
  expect(await body('/books.data?_routes=made-up')).toBe(await body('/books.data'))
  expect(await body('/artist/nobody-one')).toBe(await body('/artist/nobody-two'))
})

test('a request with too many headers is rejected', async () => {
  const flood = Array.from({ length: 2_000 }, (_, index) => `x-${index}: ${'y'.repeat(50)}\r\n`).join('')
  expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\n${flood}\r\n`)).toBe(431)
  await alive()
})

test.each([
  'GARBAGE\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
])('the bytes %j get a 4xx or a closed connection', async (bytes) => {
  const status = await raw(bytes)
  expect(status === 0 || (status >= 400 && status < 500)).toBe(true)
  await alive()
})

test.each([
  ['GARBAGE\r\n\r\n', 400, 'The request is not valid HTTP.'],
  [`GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'The request headers are too large.'],
])('a request that cannot be read gets an error with the headers of every response', async (bytes, status, detail) => {
  const { hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  const text = Buffer.concat(await socket.toArray()).toString()
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const usual = (await fetch(`${site.origin}/healthz`)).headers
  for (const name of ['content-security-policy', 'x-content-type-options', 'permissions-policy'])
    expect(text).toContain(`\r\n${name}: ${usual.get(name)}\r\n`)
  const body = JSON.parse(text.split('\r\n\r\n')[1]!) as { code: string; detail: string }
  expect(body.code).toBe('invalid-input')
  expect(body.detail).toContain(detail)
})

test('other methods on pages are rejected', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const { status, headers } = await fetch(`${site.origin}/books`, { method })
    expect([status, headers.get('allow')], method).toEqual([405, 'GET, HEAD, POST'])
  }
})

test('posting to a page without a form gets a 4xx', async () => {
  const reply = await fetch(`${site.origin}/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'origin': site.origin },
    body: 'a=b',
  })
  expect(reply.status).toBe(405)
})

test('slow clients do not delay others', async () => {
  const { hostname, port } = new URL(site.origin)
  const slow = Array.from({ length: 200 }, () =>
    connect(Number(port), hostname, function (this: import('node:net').Socket) {
      this.write('GET / HTTP/1.1\r\nHost: x\r\n')
    }).on('error', () => undefined),
  )
  for (let index = 0; index < 20; index += 1) expect((await fetch(`${site.origin}/`)).status).toBe(200)
  for (const socket of slow) socket.destroy()
})
