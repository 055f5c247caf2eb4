import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type NowPlaying, nowPlayingSchema, type RadioService } from '#features/radio/contract.ts'
import { en } from '#features/radio/messages/en.ts'
import { es } from '#features/radio/messages/es.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { LiveEvents } from './live-events.ts'
import { nowPlayingRoutes } from './now-playing-routes.ts'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) {
    // A client may have opened an idle connection in advance.
    app.server.closeAllConnections()
    await app.close()
  }
})

/** Creates a radio service whose state the test sets. */
function simpleRadio() {
  const listeners = new Set<(now: NowPlaying) => void>()
  const state = { title: 'First', computations: 0 }
  const nowPlaying = (): NowPlaying => {
    state.computations += 1
    const song = {
      id: '1',
      text: '',
      artist: 'Luma',
      title: state.title,
      album: '',
      genre: '',
      art: '',
      artist_url: null,
      levels_url: null,
    }
    return {
      station: { id: 1, name: 'Swade Radio', shortcode: 'swade', listen_url: 'http://localhost/radio/stream.mp3' },
      listeners: { total: 1, unique: 1, current: 1 },
      live: { is_live: false, streamer_name: '' },
      now_playing: { sh_id: 1, played_at: 1, duration: 10, elapsed: 1, remaining: 9, song },
      playing_next: null,
      song_history: [],
      is_online: true,
      clock: {
        now_ms: Date.now(),
        started_at_ms: 1,
        ends_at_ms: 2,
        next_starts_at_ms: 2,
        burst_ms: 3000,
        source: 'built-in',
      },
    }
  }
  const radio: RadioService = {
    listenUrl: () => '',
    nowPlaying,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    problems: () => [],
  }
  const play = (title: string) => {
    state.title = title
    for (const listener of listeners) listener(nowPlaying())
  }
  return { radio, state, play, listeners }
}

async function start(limits: ConstructorParameters<typeof LiveEvents>[0] = {}) {
  const app = Fastify()
  const events = new LiveEvents(limits)
  const station = simpleRadio()
  const time = { ms: 0 }
  await app.register(errorHandling, { texts: joinCatalogues({ features: [{ name: 'radio', messages: { en, es } }] }) })
  await app.register(nowPlayingRoutes({ radio: station.radio, events, steadyMs: () => time.ms }))
  app.get('/never', (_request, reply) => void reply.hijack())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  apps.push(app)
  return { app, origin, events, time, ...station }
}

/** Subscribes to the events as a browser does. */
async function listen(origin: string) {
  const ending = new AbortController()
  const response = await fetch(`${origin}/api/radio/now-playing/events`, { signal: ending.signal })
  const received = { text: '', isOver: false }
  void (async () => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) received.text += decoder.decode(piece, { stream: true })
  })()
    .catch(() => undefined)
    .finally(() => (received.isOver = true))
  const titles = () =>
    [...received.text.matchAll(/^event: now-playing\ndata: (.*)\n\n/gm)].map(
      ([, data = '']) => nowPlayingSchema.parse(JSON.parse(data)).now_playing?.song.title,
    )
  return { response, received, titles, leave: () => ending.abort() }
}

test('the response is complete and current, and computed once for requests at the same time', async () => {
  const { origin, state, time } = await start()
  const before = state.computations
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${origin}/api/radio/now-playing`)))
  expect(state.computations - before).toBe(1)
  const [first] = answers
  expect(first?.headers.get('cache-control')).toBe('no-store')
  expect(first?.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(nowPlayingSchema.parse(await first?.json()).now_playing?.song.title).toBe('First')

  time.ms += 100
  state.title = 'Second'
  const later = nowPlayingSchema.parse(await (await fetch(`${origin}/api/radio/now-playing`)).json())
  expect(later.now_playing?.song.title).toBe('Second')
})

test('a subscriber gets the current state at once, every change, and heartbeats in between', async () => {
  const { origin, play } = await start({ pingMs: 40 })
  const visitor = await listen(origin)
  expect(visitor.response.status).toBe(200)
  expect(visitor.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(visitor.response.headers.get('x-accel-buffering')).toBe('no')
  await expect.poll(visitor.titles).toEqual(['First'])
  expect(visitor.received.text).toMatch(/^retry: [2-5]\d{3}\n\n/)
  play('Second')
  play('Third "quoted"\nover lines')
  await expect.poll(visitor.titles).toEqual(['First', 'Second', 'Third "quoted"\nover lines'])
  await expect.poll(() => visitor.received.text).toContain(': still here\n\n')
  visitor.leave()
})

test('disconnected clients are removed', async () => {
  const { origin, events, play } = await start()
  const visitors = await Promise.all(Array.from({ length: 20 }, () => listen(origin)))
  expect(events.count()).toBe(20)
  for (const visitor of visitors) visitor.leave()
  await expect.poll(() => events.count()).toBe(0)
  play('Nobody hears it')
})

test('the number of subscriptions per address is limited until one disconnects', async () => {
  const { origin } = await start({ clientsPerAddress: 2 })
  const first = await listen(origin)
  await listen(origin)
  const refused = await fetch(`${origin}/api/radio/now-playing/events`)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await refused.json()).toMatchObject({ success: false, code: 'too-many-requests' })
  first.leave()
  await expect
    .poll(async () => {
      const visitor = await listen(origin)
      visitor.leave()
      return visitor.response.status
    })
    .toBe(200)
})

test('one connection subscribes once, however many requests it sends, and frees its slot when it closes', async () => {
  const { origin, events } = await start({ clientsPerAddress: 2 })
  const greedy = connect(Number(new URL(origin).port), '127.0.0.1')
  greedy.on('error', () => undefined).resume()
  greedy.write('GET /api/radio/now-playing/events HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(50))
  await expect.poll(() => events.count()).toBe(1)
  // Another address still finds a free slot.
  const neighbour = await listen(origin)
  expect(neighbour.response.status).toBe(200)
  expect(events.count()).toBe(2)
  neighbour.leave()
  greedy.destroy()
  await expect.poll(() => events.count()).toBe(0)
})

test('a client that pipelined its request and disconnected is removed', async () => {
  const { origin, events } = await start()
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.write(
    ['/never', '/api/radio/now-playing/events']
      .map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      .join(''),
  )
  await expect.poll(() => events.count()).toBe(1)
  socket.destroy()
  await expect.poll(() => events.count()).toBe(0)
})

test('when all slots are taken, the response says so', async () => {
  const { origin } = await start({ clients: 1 })
  await listen(origin)
  const refused = await fetch(`${origin}/api/radio/now-playing/events`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
})

test('a subscriber that does not read is disconnected, and the others get every event', async () => {
  const { origin, events, play } = await start({ maxQueuedBytes: 32 * 1024 })
  const good = await listen(origin)
  const deaf = connect(Number(new URL(origin).port), '127.0.0.1')
  deaf.on('error', () => undefined)
  deaf.write('GET /api/radio/now-playing/events HTTP/1.1\r\nhost: localhost\r\n\r\n')
  deaf.pause()
  await expect.poll(() => events.count()).toBe(2)
  const long = 'la '.repeat(20_000)
  let played = 0
  // The operating systems on both sides buffer an unknown amount before writes block.
  while (events.count() > 1 && played < 500) {
    play(`${(played += 1)} ${long}`)
    await sleep(2)
  }
  expect(events.count()).toBe(1)
  await expect.poll(() => good.titles().length, { timeout: 10_000 }).toBe(played + 1)
  deaf.destroy()
})

test('closing ends all subscriptions', async () => {
  const { app, origin, listeners } = await start()
  const visitors = await Promise.all(Array.from({ length: 10 }, () => listen(origin)))
  apps.pop()
  await app.close()
  await expect.poll(() => visitors.every(({ received }) => received.isOver)).toBe(true)
  expect(listeners.size).toBe(0)
})

test('HEAD is rejected for events because they have no length', async () => {
  const { origin } = await start()
  expect((await fetch(`${origin}/api/radio/now-playing/events`, { method: 'HEAD' })).status).toBe(404)
})
