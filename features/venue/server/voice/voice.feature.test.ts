import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { closeCodes, type GuestMessage, hallSocketPath, type ServerMessage } from '#features/venue/hall/hall-rules.ts'
import { maxSpeakers, reportsToSilence, type Voices } from '#features/venue/hall/voice-rules.ts'

/** Two processes share one database, as behind a load balancer. */
let a: TestSite
let b: TestSite
/** A third process allows few entries per minute. */
let c: TestSite
const iceServers = [{ urls: 'turn:turn.example', secret: 'shared-secret' }, { urls: 'stun:stun.example:3478' }]
const actor = 'owner@swade.example'

beforeAll(async () => {
  const environment = { ICE_SERVERS: JSON.stringify(iceServers) }
  a = await buildTestSite({ environment })
  const connectToA = async () => ({ ...a.database, close: async () => undefined })
  b = await buildTestSite({ environment, connect: connectToA })
  c = await buildTestSite({ connect: connectToA, tuning: { venue: { entriesPerMinute: 3 } } })
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

const patiently = { timeout: 5_000, interval: 10 }
let lastGuest = 0

/** Connects a fake browser with its own address. */
async function visit(site: TestSite, client = `198.51.100.${(lastGuest += 1)}`) {
  const { port } = site.app.server.address() as AddressInfo
  const headers = { 'origin': `http://127.0.0.1:${port}`, 'x-forwarded-for': client }
  const socket = new WebSocket(`ws://127.0.0.1:${port}${hallSocketPath}`, { headers } as unknown as string[])
  const messages: ServerMessage[] = []
  let closed: { code: number; reason: string } | undefined
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data as string) as ServerMessage))
  socket.addEventListener('close', ({ code, reason }) => (closed = { code, reason }))
  onTestFinished(() => socket.close())
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('refused')))
  })
  const find = <Type extends ServerMessage['type']>(type: Type) =>
    messages.filter((one): one is Extract<ServerMessage, { type: Type }> => one.type === type)
  const send = (message: GuestMessage) => socket.send(JSON.stringify(message))
  send({ type: 'enter', session: `voice-of-a-guest-${String((lastGuest += 1)).padStart(5, '0')}` })
  const guest = {
    find,
    send,
    sendText: (text: string) => socket.send(text),
    closed: () => closed,
    close: () => socket.close(),
    id: () => find('welcome').at(-1)?.id ?? '',
    voices: (): Voices => find('voices').at(-1) ?? { listening: [], speaking: [] },
    async join() {
      send({ type: 'voice', isOn: true })
      await expect.poll(() => find('voice-joined').length, patiently).toBe(1)
      return guest
    },
    /** Requests to talk. @returns The response of the server. */
    async talk() {
      const before = find('talk').length
      send({ type: 'talk', isOn: true })
      await expect.poll(() => find('talk').length, patiently).toBe(before + 1)
      return find('talk').at(-1)!
    },
  }
  return guest
}

/** Enters and waits for the welcome. */
async function enter(site: TestSite, client?: string) {
  const guest = await visit(site, client)
  await expect.poll(guest.id, patiently).not.toBe('')
  return guest
}

const sdp = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'

test('guests of two processes connect: they see who is in the voice chat and who talks, and their browsers exchange messages', async () => {
  const [one, two, outside] = [await enter(a), await enter(b), await enter(a)]
  expect(one.find('voice')[0]).toEqual({
    type: 'voice',
    isOn: true,
    helpers: ['stun.example'],
    relays: ['turn.example'],
  })
  await Promise.all([one.join(), two.join()])
  for (const guest of [one, two, outside])
    await expect.poll(() => guest.voices().listening.toSorted(), patiently).toEqual([one.id(), two.id()].toSorted())

  one.send({ type: 'signal', to: two.id(), signal: { kind: 'offer', sdp } })
  await expect
    .poll(() => two.find('signal'), patiently)
    .toEqual([{ type: 'signal', from: one.id(), signal: { kind: 'offer', sdp } }])
  const candidate = 'candidate:1 1 udp 2122260223 192.0.2.1 50000 typ host'
  two.send({ type: 'signal', to: one.id(), signal: { kind: 'answer', sdp } })
  two.send({ type: 'signal', to: one.id(), signal: { kind: 'candidate', candidate } })
  await expect
    .poll(
      () =>
        one
          .find('signal')
          .map(({ signal }) => signal.kind)
          .toSorted(),
      patiently,
    )
    .toEqual(['answer', 'candidate'])
  expect(outside.find('signal')).toEqual([])

  expect(await one.talk()).toEqual({ type: 'talk', isOn: true })
  await expect.poll(() => two.voices().speaking, patiently).toEqual([one.id()])
  one.send({ type: 'talk', isOn: false })
  await expect.poll(() => two.voices().speaking, patiently).toEqual([])
  one.close()
  await expect.poll(() => two.voices(), patiently).toMatchObject({ listening: [two.id()], speaking: [] })
})

test('a TURN secret stays on the server: the browser gets a password that expires', async () => {
  const guest = await (await enter(a)).join()
  const [turn, stun] = guest.find('voice-joined')[0]!.iceServers
  expect(stun).toEqual({ urls: ['stun:stun.example:3478'] })
  expect(Number(turn?.username)).toBeGreaterThan(Date.now() / 1000)
  expect(JSON.stringify(guest.find('voice-joined'))).not.toContain('shared-secret')
})

test('a guest who is not in the voice chat cannot talk, and neither sends nor gets messages of other browsers', async () => {
  const [one, outside] = [await (await enter(a)).join(), await enter(a)]
  outside.send({ type: 'signal', to: one.id(), signal: { kind: 'offer', sdp } })
  one.send({ type: 'signal', to: outside.id(), signal: { kind: 'offer', sdp } })
  one.send({ type: 'signal', to: 'stranger', signal: { kind: 'offer', sdp } })
  one.send({ type: 'signal', to: one.id(), signal: { kind: 'offer', sdp } })
  outside.send({ type: 'talk', isOn: true })
  outside.send({ type: 'report', id: one.id() })
  // Responses arrive in order, so everything before has been handled.
  await expect
    .poll(() => outside.find('reported'), patiently)
    .toEqual([{ type: 'reported', id: one.id(), outcome: 'not-heard' }])
  expect(await one.talk()).toMatchObject({ isOn: true })
  expect([...one.find('signal'), ...outside.find('signal'), ...outside.find('talk')]).toEqual([])
})

test('the server decides who talks: the ninth speaker is rejected, even at another process, and may talk when one stops', async () => {
  const guests: Awaited<ReturnType<typeof enter>>[] = []
  for (let count = 0; count < maxSpeakers; count += 1) guests.push(await (await enter(count % 2 ? a : b)).join())
  for (const guest of guests) expect(await guest.talk()).toMatchObject({ isOn: true })
  const ninth = await (await enter(b)).join()
  await expect.poll(() => ninth.voices().speaking.length, patiently).toBe(maxSpeakers)
  expect(await ninth.talk()).toEqual({ type: 'talk', isOn: false, refusal: 'full' })
  guests[1]!.send({ type: 'talk', isOn: false })
  await expect.poll(() => ninth.voices().speaking.length, patiently).toBe(maxSpeakers - 1)
  expect(await ninth.talk()).toMatchObject({ isOn: true })
})

test('reports of three addresses silence a guest in every process, and the owner sees them until they are marked as done', async () => {
  const loud = await (await enter(a)).join()
  const reporters: Awaited<ReturnType<typeof enter>>[] = [
    await (await enter(a)).join(),
    await (await enter(b)).join(),
    await (await enter(b)).join(),
  ]
  expect(await loud.talk()).toMatchObject({ isOn: true })
  const { name } = reporters[0]!.find('welcome')[0]!.guests.find(({ id }) => id === loud.id())!
  for (const [index, reporter] of reporters.entries()) {
    expect(loud.find('talk').at(-1)).toMatchObject({ isOn: true })
    await expect.poll(() => reporter.voices().speaking, patiently).toContain(loud.id())
    reporter.send({ type: 'report', id: loud.id() })
    await expect.poll(() => reporter.find('reported'), patiently).toMatchObject([{ outcome: 'counted' }])
    // The same guest reports again, which counts once.
    if (index === 0) {
      reporter.send({ type: 'report', id: loud.id() })
      await expect.poll(() => reporter.find('reported').length, patiently).toBe(2)
    }
  }
  await expect.poll(() => loud.find('talk').at(-1), patiently).toMatchObject({ isOn: false, refusal: 'silenced' })
  await expect.poll(() => reporters[2]!.voices().speaking, patiently).not.toContain(loud.id())
  expect(await loud.talk()).toMatchObject({ refusal: 'silenced' })
  loud.send({ type: 'voice', isOn: false })
  loud.send({ type: 'voice', isOn: true })
  await expect.poll(() => loud.find('voice-joined').length, patiently).toBe(2)
  expect(await loud.talk()).toMatchObject({ refusal: 'silenced' })

  const { inbox } = a.services
  const items = async () => (await inbox.list()).items.filter(({ key }) => key.startsWith('voice-report:'))
  const [item] = await items()
  expect(item?.title).toContain(name)
  expect(item?.detail).toContain(`${reportsToSilence} reports`)
  // The report is nowhere but in the inbox.
  expect(item).toMatchObject({ href: '/admin/settings#values', linkLabel: 'Open site settings' })
  await inbox.runAction(item!.key, actor)
  expect(await items()).toEqual([])
  await expect(inbox.runAction(item!.key, actor)).rejects.toMatchObject({
    code: expect.stringMatching(/conflict|not-found/) as string,
  })
  await inbox.undo(item!.key, actor)
  expect(await items()).toHaveLength(1)
})

test('several guests of one address count as one reporter', async () => {
  const loud = await (await enter(a)).join()
  await loud.talk()
  for (let count = 0; count < reportsToSilence + 1; count += 1) {
    const reporter = await (await enter(a, '203.0.113.5')).join()
    reporter.send({ type: 'report', id: loud.id() })
    await expect.poll(() => reporter.find('reported'), patiently).toMatchObject([{ outcome: 'counted' }])
    reporter.close()
  }
  loud.send({ type: 'talk', isOn: false })
  expect(await loud.talk()).toMatchObject({ isOn: true })
})

test('one address makes at most ten reports in ten minutes', async () => {
  const reporter = await (await enter(a)).join()
  const outcomes: string[] = []
  for (let count = 0; count < 11; count += 1) {
    const other = await (await enter(a)).join()
    await other.talk()
    reporter.send({ type: 'report', id: other.id() })
    await expect.poll(() => reporter.find('reported').length, patiently).toBe(count + 1)
    outcomes.push(reporter.find('reported').at(-1)!.outcome)
    other.close()
  }
  expect(outcomes).toEqual([...Array<string>(10).fill('counted'), 'too-many'])
})

test('when the owner turns voice chat off, open rooms end it at once in every process; it can be turned on again', async () => {
  const [one, two] = [await (await enter(a)).join(), await (await enter(b)).join()]
  await one.talk()
  await expect.poll(() => two.voices().speaking, patiently).toEqual([one.id()])
  const { settings, venue } = a.services
  expect(venue.schedule(new Date()).isVoiceOn).toBe(true)
  expect(await settings.save({ VOICE_CHAT: 'maybe' }, undefined, actor)).toEqual({
    problems: { VOICE_CHAT: 'Choose on or off.' },
  })
  const saved = await settings.save({ VOICE_CHAT: 'off' }, (await settings.read()).revision, actor)
  expect(saved.problems).toEqual({})
  for (const guest of [one, two]) {
    await expect.poll(() => guest.find('voice').at(-1)?.isOn, patiently).toBe(false)
    await expect.poll(guest.voices, patiently).toMatchObject({ listening: [], speaking: [] })
  }
  expect(venue.schedule(new Date()).isVoiceOn).toBe(false)
  const late = await enter(b)
  expect(late.find('voice')).toMatchObject([{ isOn: false }])
  late.send({ type: 'voice', isOn: true })
  late.send({ type: 'talk', isOn: true })
  late.send({ type: 'ping', sentMs: 1 })
  await expect.poll(() => late.find('pong').length, patiently).toBe(1)
  expect([...late.find('voice-joined'), ...late.find('talk')]).toEqual([])

  await settings.reset(actor)
  await expect.poll(() => late.find('voice').at(-1)?.isOn, patiently).toBe(true)
  await late.join()
})

test.each([
  ['a camera in the description', { kind: 'offer', sdp: `${sdp}m=video 9 X 96\r\n` }, closeCodes.invalid],
  ['a description of 5,500 characters', { kind: 'offer', sdp: sdp.padEnd(5_500, 'a') }, closeCodes.invalid],
  ['a message of 6,200 characters', { kind: 'offer', sdp: sdp.padEnd(6_200, 'a') }, closeCodes.tooLarge],
  ['an unknown field', { kind: 'offer', sdp, id: 'other' }, closeCodes.invalid],
])('%s closes the connection', async (_, signal, code) => {
  const [one, two] = [await (await enter(a)).join(), await (await enter(a)).join()]
  one.sendText(JSON.stringify({ type: 'signal', to: two.id(), signal }))
  await expect.poll(one.closed, patiently).toMatchObject({ code })
  expect(two.find('signal')).toEqual([])
})

test('a flood of messages to other browsers closes the connection', async () => {
  const [one, two] = [await (await enter(a)).join(), await (await enter(a)).join()]
  for (let count = 0; count < 55; count += 1) one.send({ type: 'signal', to: two.id(), signal: { kind: 'offer', sdp } })
  await expect.poll(one.closed, patiently).toMatchObject({ code: closeCodes.flood })
  expect(two.find('signal').length).toBeLessThan(50)
})

test('a guest who joins or reports excessively is disconnected; one who presses to talk is not', async () => {
  const [joining, reporting, talking] = [await enter(a), await (await enter(a)).join(), await (await enter(a)).join()]
  for (let count = 0; count < 25; count += 1) {
    joining.send({ type: 'voice', isOn: true })
    joining.send({ type: 'voice', isOn: false })
    reporting.send({ type: 'report', id: talking.id() })
    talking.send({ type: 'talk', isOn: true })
    talking.send({ type: 'talk', isOn: false })
  }
  for (const guest of [joining, reporting])
    await expect.poll(guest.closed, patiently).toMatchObject({ code: closeCodes.flood })
  expect(await talking.talk()).toEqual({ type: 'talk', isOn: true })
  expect(talking.closed()).toBeUndefined()
})

test('the number of entries per address and minute is limited, whether or not the guest leaves again; other addresses are unaffected', async () => {
  const hasty = '198.51.100.200'
  for (let count = 0; count < 3; count += 1) (await enter(c, hasty)).close()
  const fourth = await visit(c, hasty)
  await expect.poll(fourth.closed, patiently).toEqual({
    code: closeCodes.tooOften,
    reason: 'Too many people have entered the venue from your network. Try again in a minute.',
  })
  expect(fourth.find('welcome')).toEqual([])
  await enter(c, '198.51.100.201')
})
