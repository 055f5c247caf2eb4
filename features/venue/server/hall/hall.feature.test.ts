import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { closeCodes, type GuestMessage, hallSocketPath, type ServerMessage } from '#features/venue/hall/hall-rules.ts'

/** Two processes share one database, as behind a load balancer. */
let a: TestSite
let b: TestSite
/** A third process has short timeouts and few places; the last test stops it. */
let c: TestSite

beforeAll(async () => {
  a = await buildTestSite()
  const connectToA = async () => ({ ...a.database, close: async () => undefined })
  b = await buildTestSite({ connect: connectToA })
  const hasty = { pingMs: 250, enterMs: 1_000, limits: { total: 50, perClient: 1 } }
  c = await buildTestSite({ connect: connectToA, tuning: { venue: hasty } })
  for (const site of [a, b, c]) {
    await site.changes.listen()
    await site.app.listen({ port: 0, host: '127.0.0.1' })
  }
})
afterAll(async () => {
  await c?.close()
  await b?.close()
  await a?.close()
})

const portOf = (site: TestSite) => (site.app.server.address() as AddressInfo).port

const patiently = { timeout: 5_000, interval: 10 }

/** Connects a fake browser, which sends messages on request and collects what it receives. */
function connect(site: TestSite, headers: Record<string, string> = { origin: `http://127.0.0.1:${portOf(site)}` }) {
  const address = `ws://127.0.0.1:${portOf(site)}${hallSocketPath}`
  const socket = new WebSocket(address, { headers } as unknown as string[])
  const messages: ServerMessage[] = []
  let closed: { code: number; reason: string } | undefined
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data as string) as ServerMessage))
  socket.addEventListener('close', ({ code, reason }) => (closed = { code, reason }))
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('refused')))
  })
  opened.catch(() => undefined)
  onTestFinished(() => socket.close())
  const find = <Type extends ServerMessage['type']>(type: Type) =>
    messages.filter((one): one is Extract<ServerMessage, { type: Type }> => one.type === type)
  return {
    opened,
    find,
    send: (message: GuestMessage) => socket.send(JSON.stringify(message)),
    sendText: (text: string | ArrayBufferLike) => socket.send(text),
    close: () => socket.close(),
    closed: () => closed,
    changes: () => find('changes'),
    async enter(session: string) {
      await opened
      this.send({ type: 'enter', session })
      await expect.poll(() => find('welcome').length, patiently).toBeGreaterThan(0)
      return find('welcome').at(-1)!
    },
  }
}

/** Matches changes with a guest who entered, possibly together with others. */
const withGuests = (id: string) =>
  expect.objectContaining({ came: expect.arrayContaining([expect.objectContaining({ id })]) as object[] })

let lastSession = 0
const newSession = () => `session-of-a-guest-${String((lastSession += 1)).padStart(5, '0')}`

test.each([
  ['GET', '/healthz', 'websocket'],
  ['GET', '/healthz', 'h2c'],
  ['POST', hallSocketPath, 'websocket'],
  ['GET', `${hallSocketPath}/x`, 'websocket'],
  ['GET', hallSocketPath, 'h2c'],
])(
  '%s %s with an upgrade to %s keeps its connection within the limits of the server',
  async (method, path, upgrade) => {
    const before = await countConnections(a)
    const socket = createConnection(portOf(a), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    const head = `Host: 127.0.0.1\r\nConnection: Upgrade, keep-alive\r\nUpgrade: ${upgrade}\r\nContent-Length: 0\r\n\r\n`
    socket.write(`${method} ${path} HTTP/1.1\r\n${head}`)
    await expect.poll(() => received, patiently).toMatch(/^HTTP\/1\.1 [2-5]/)
    // An upgraded connection would never process this request.
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    await expect.poll(() => received.match(/HTTP\/1\.1 200/g)?.length ?? 0, patiently).toBeGreaterThan(0)
    await expect.poll(() => countConnections(a), patiently).toBeLessThanOrEqual(before)
  },
)

const countConnections = (site: TestSite) =>
  new Promise<number>((resolve, reject) =>
    site.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('two guests see each other enter, walk, wave and leave', async () => {
  const [one, two] = [connect(a), connect(a)]
  const first = await one.enter(newSession())
  const second = await two.enter(newSession())
  expect(second.guests.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
  expect(second.stage).toMatchObject({ figure: expect.stringMatching(/^[a-z-]+$/) as string })
  await expect.poll(one.changes, patiently).toContainEqual(withGuests(second.id))
  const { x, z } = second.guests.find(({ id }) => id === second.id)!
  two.send({ type: 'move', x: x + 50, z: z - 50, heading: 30 })
  await expect
    .poll(one.changes, patiently)
    .toContainEqual(expect.objectContaining({ moved: [[second.id, x + 50, z - 50, 30]] }))
  two.send({ type: 'gesture', gesture: 'wave' })
  await expect.poll(one.changes, patiently).toContainEqual(expect.objectContaining({ gestures: [[second.id, 'wave']] }))
  two.close()
  await expect.poll(one.changes, patiently).toContainEqual(expect.objectContaining({ went: [second.id] }))
})

test('guests of two processes share a hall', async () => {
  const [one, two] = [connect(a), connect(b)]
  const first = await one.enter(newSession())
  const second = await two.enter(newSession())
  expect(second.hall).toBe(first.hall)
  await expect.poll(one.changes, patiently).toContainEqual(withGuests(second.id))
  await expect.poll(two.changes, patiently).toContainEqual(withGuests(first.id))
  const { x, z } = second.guests.find(({ id }) => id === second.id)!
  two.send({ type: 'move', x: x + 20, z, heading: 0 })
  await expect
    .poll(one.changes, patiently)
    .toContainEqual(expect.objectContaining({ moved: [[second.id, x + 20, z, 0]] }))
  one.send({ type: 'gesture', gesture: 'bow' })
  await expect.poll(two.changes, patiently).toContainEqual(expect.objectContaining({ gestures: [[first.id, 'bow']] }))
  two.close()
  await expect.poll(one.changes, patiently).toContainEqual(expect.objectContaining({ went: [second.id] }))
})

test('a session that enters again, here or at another process, replaces its first connection and keeps its appearance', async () => {
  const session = newSession()
  const one = connect(a)
  const first = await one.enter(session)
  const again = await connect(a).enter(session)
  await expect.poll(one.closed, patiently).toMatchObject({ code: closeCodes.replaced })
  expect(again.guests.filter(({ id }) => id === first.id)).toHaveLength(1)
  const third = connect(a)
  await third.enter(session)
  const elsewhere = await connect(b).enter(session)
  await expect.poll(third.closed, patiently).toMatchObject({ code: closeCodes.replaced })
  expect(elsewhere.id).toBe(first.id)
})

test('every ping returns the clock of the site', async () => {
  const guest = connect(a)
  await guest.enter(newSession())
  const before = Date.now()
  guest.send({ type: 'ping', sentMs: 42 })
  await expect.poll(() => guest.find('pong')[0], { interval: 10 }).toMatchObject({ sentMs: 42 })
  expect(guest.find('pong')[0]!.nowMs).toBeGreaterThanOrEqual(before)
})

test.each([
  ['broken JSON', '{'],
  ['a message of the server', '{"type":"welcome"}'],
  ['a second entry', `{"type":"enter","session":"${'x'.repeat(24)}"}`],
  ['someone else’s id', '{"type":"move","id":"other","x":0,"z":0,"heading":0}'],
  ['binary data', new Uint8Array(8).buffer],
])('%s closes the connection as invalid', async (_, text) => {
  const guest = connect(a)
  await guest.enter(newSession())
  guest.sendText(text)
  await expect.poll(guest.closed, patiently).toMatchObject({ code: closeCodes.invalid })
})

test('an oversized message closes the connection', async () => {
  const guest = connect(a)
  await guest.enter(newSession())
  guest.sendText(JSON.stringify({ type: 'gesture', gesture: 'w'.repeat(2_000) }))
  await expect.poll(guest.closed, patiently).toMatchObject({ code: expect.toBeOneOf([1009, 1006]) as number })
})

test('a flood of valid messages closes the connection', async () => {
  const guest = connect(a)
  await guest.enter(newSession())
  for (let count = 0; count < 200; count += 1) guest.send({ type: 'gesture', gesture: 'jump' })
  await expect.poll(guest.closed, patiently).toMatchObject({ code: closeCodes.flood })
})

test('a client that moves before entering, or never enters, is disconnected', async () => {
  const [hasty, idle] = [connect(c), connect(c)]
  await Promise.all([hasty.opened, idle.opened])
  hasty.send({ type: 'move', x: 0, z: 0, heading: 0 })
  await expect.poll(hasty.closed, patiently).toMatchObject({ code: closeCodes.invalid })
  await expect
    .poll(idle.closed, patiently)
    .toMatchObject({ code: closeCodes.invalid, reason: 'The guest did not enter in time.' })
})

test('pages of other sites and programs without an origin are rejected', async () => {
  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'x-none': '1' }]
  for (const headers of foreign) await expect(connect(a, headers).opened).rejects.toThrow('refused')
  const reply = await a.app.inject({ url: hallSocketPath, headers: { origin: 'https://evil.example' } })
  expect(reply.statusCode).toBe(403)
})

test('the number of connections per address is limited, and a freed place can be used', async () => {
  const from = (client: string) => ({ 'origin': `http://127.0.0.1:${portOf(c)}`, 'x-forwarded-for': client })
  const first = connect(c, from('198.51.100.7'))
  await first.enter(newSession())
  await expect.poll(connect(c, from('198.51.100.7')).closed, patiently).toMatchObject({ code: closeCodes.full })
  await connect(c, from('198.51.100.8')).enter(newSession())
  first.close()
  await expect.poll(first.closed, patiently).toBeDefined()
  await connect(c, from('198.51.100.7')).enter(newSession())
})

test('with a room on an external service our own venue is closed', async () => {
  const site = await buildTestSite({
    environment: { SPATIAL_ROOM_URL: 'https://www.spatial.io/s/Hall-62f1a0b3c4d5e6f708192a3b' },
  })
  onTestFinished(() => site.close())
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  await expect(connect(site).opened).rejects.toThrow('refused')
})

test('a connection that misses two pings is removed', async () => {
  const watching = connect(a)
  const known = (await watching.enter(newSession())).guests.map(({ id }) => id)
  const raw = createConnection(portOf(c), '127.0.0.1')
  onTestFinished(() => void raw.destroy())
  raw.write(
    [
      `GET ${hallSocketPath} HTTP/1.1`,
      `Host: 127.0.0.1:${portOf(c)}`,
      `Origin: http://127.0.0.1:${portOf(c)}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  await new Promise((resolve) => raw.once('data', resolve))
  const text = Buffer.from(JSON.stringify({ type: 'enter', session: newSession() }))
  // A masked text frame with a mask of zeros; the client does not answer pings after it.
  raw.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  const newcomers = () =>
    watching.find('changes').flatMap(({ came }) => came.map(({ id }) => id).filter((id) => !known.includes(id)))
  await expect.poll(newcomers, patiently).toHaveLength(1)
  await expect.poll(() => watching.find('changes').flatMap(({ went }) => went), patiently).toContain(newcomers()[0])
})

test('when the process stops, a guest is asked to reconnect, and has the same appearance at the next process', async () => {
  const session = newSession()
  const guest = connect(c)
  const before = await guest.enter(session)
  await c.close()
  await expect.poll(guest.closed, patiently).toMatchObject({ code: 1012 })
  const after = await connect(b).enter(session)
  expect([after.id, after.guests.find(({ id }) => id === after.id)?.name]).toEqual([
    before.id,
    before.guests.find(({ id }) => id === before.id)?.name,
  ])
})
