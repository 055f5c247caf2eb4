import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type AzuracastMedia, createAzuracastMedia } from './azuracast-media.ts'

/** Response of AzuraCast, limited to the fields in use. */
type Song = {
  id: string
  text: string
  artist: string | null
  title: string | null
  album: string | null
  genre: string
  art: string
}

/** Errors of the fake, as observed with real AzuraCast servers or their proxies. */
export type AzuracastFault =
  | 'now-playing-null'
  | 'offline'
  | 'null-titles'
  | 'empty-titles'
  | 'html-entities'
  | 'no-duration'
  | 'bad-gateway'
  | 'not-found'
  | 'hang'
  | 'drip'
  | 'invalid-json'
  | 'json-of-something-else'
  | 'huge'
  | 'redirect'
  | 'wrong-types'
  | 'huge-numbers'
  | 'hang-up'

/** A local HTTP server that behaves like an AzuraCast with one station. */
export type AzuracastFake = {
  /** Media library, accessible with {@link azuracastKey}. */
  media: AzuracastMedia
  /** For `AZURACAST_URL`. */
  url: string
  /** For `AZURACAST_STATION`. */
  station: string
  /** Returns the number of now-playing requests. */
  requests(): number
  /** Returns the number of other requests, such as redirect targets. */
  strayRequests(): number
  /** Starts another song. */
  play(song: { artist: string; title: string; album?: string; art?: string; durationSeconds?: number }): void
  setListeners(total: number): void
  setListenUrl(url: string): void
  /** Makes every response fail in this way; `undefined` recovers. */
  fail(fault: AzuracastFault | undefined): void
  /** Closes all connections and stops listening; `open` listens again on the same port. */
  close(): Promise<void>
  open(): Promise<void>
}

/**
 *
 * @param options.listenUrl URL of the stream; by default unreachable.
 */
export async function startAzuracastFake(options: { listenUrl?: string; port?: number } = {}): Promise<AzuracastFake> {
  const state = {
    fault: undefined as AzuracastFault | undefined,
    listenUrl: options.listenUrl ?? 'http://127.0.0.1:9/radio.mp3',
    listeners: 42,
    playNumber: 1,
    playedAt: seconds(),
    duration: 180,
    song: toSong({ artist: 'Sample Artist', title: 'Neon' }),
    history: [] as { sh_id: number; played_at: number; duration: number; song: Song }[],
  }
  const media = createAzuracastMedia()
  let requests = 0
  let strayRequests = 0
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://fake').pathname
    if (path.startsWith('/api/station/swade/')) return void media.answer(request, response)
    if (!['/api/nowplaying/swade', '/api/nowplaying/1', '/api/nowplaying_static/swade.json'].includes(path)) {
      strayRequests += 1
      return sendJson(response, 404, JSON.stringify(notFound))
    }
    requests += 1
    answer(response)
  }).on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))

  const open = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const port = await open(options.port ?? 0)
  const url = `http://127.0.0.1:${port}`

  function nowPlaying() {
    const elapsed = seconds() - state.playedAt
    return {
      station: {
        id: 1,
        name: 'Swade Radio',
        shortcode: 'swade',
        description: '',
        frontend: 'icecast',
        backend: 'liquidsoap',
        timezone: 'America/New_York',
        listen_url: state.listenUrl,
        url: '',
        public_player_url: `${url}/public/swade`,
        is_public: true,
        mounts: [
          {
            id: 1,
            name: '/radio.mp3',
            path: '/radio.mp3',
            is_default: true,
            url: state.listenUrl,
            bitrate: 128,
            format: 'mp3',
            listeners: { total: state.listeners, unique: state.listeners, current: state.listeners },
          },
        ],
        remotes: [],
        hls_enabled: false,
        hls_url: null,
      },
      listeners: { total: state.listeners, unique: Math.max(0, state.listeners - 2), current: state.listeners },
      live: { is_live: false, streamer_name: '', broadcast_start: null as number | null, art: null as string | null },
      now_playing: {
        sh_id: state.playNumber,
        played_at: state.playedAt,
        duration: state.duration,
        playlist: 'default',
        streamer: '',
        is_request: false,
        elapsed,
        remaining: Math.max(0, state.duration - elapsed),
        song: state.song,
      },
      playing_next: {
        cued_at: seconds(),
        played_at: state.playedAt + state.duration,
        duration: 181.4,
        playlist: 'default',
        is_request: false,
        song: toSong({ artist: 'Sample Artist', title: 'Next One' }),
      },
      song_history: state.history,
      is_online: true,
      cache: 'hit',
    }
  }

  function answer(response: ServerResponse): void {
    const body = nowPlaying()
    const withSong = (song: Partial<Song>) => ({
      ...body,
      now_playing: { ...body.now_playing, song: { ...state.song, ...song } },
    })
    switch (state.fault) {
      case undefined:
        return sendJson(response, 200, JSON.stringify(body))
      case 'now-playing-null':
        return sendJson(response, 200, JSON.stringify({ ...body, now_playing: null, playing_next: null }))
      case 'offline':
        return sendJson(response, 200, JSON.stringify({ ...body, is_online: false }))
      case 'null-titles':
        return sendJson(
          response,
          200,
          JSON.stringify(withSong({ artist: null, title: null, album: null, text: 'Somebody - Something' })),
        )
      case 'empty-titles':
        return sendJson(response, 200, JSON.stringify(withSong({ artist: '', title: '', album: '', text: '' })))
      case 'html-entities':
        return sendJson(
          response,
          200,
          JSON.stringify(
            withSong({
              artist: 'Mot&ouml;ur &amp; Sons',
              title: '&lt;script&gt;alert(1)&lt;/script&gt; &quot;it&#039;s&quot; &#x1F3B6; &amp;lt;',
            }),
          ),
        )
      case 'no-duration':
        return sendJson(
          response,
          200,
          JSON.stringify({ ...body, now_playing: { ...body.now_playing, duration: 0, remaining: 0 } }),
        )
      case 'bad-gateway':
        response.writeHead(502, { 'content-type': 'text/html' })
        return void response.end('<html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>')
      case 'not-found':
        return sendJson(response, 404, JSON.stringify(notFound))
      case 'hang':
        return void setTimeout(() => sendJson(response, 200, JSON.stringify(body)), 10_000).unref()
      case 'drip':
        return drip(response)
      case 'invalid-json':
        return sendJson(response, 200, JSON.stringify(body).slice(0, -40))
      case 'json-of-something-else':
        return sendJson(response, 200, '[1,2,{"station":"yes"}]')
      case 'huge':
        return pour(response, 50 * 1024 * 1024)
      case 'redirect':
        response.writeHead(302, { location: `${url}/elsewhere` })
        return void response.end()
      case 'wrong-types':
        return sendJson(
          response,
          200,
          JSON.stringify({
            ...body,
            station: { ...body.station, listen_url: 'javascript:alert(1)' },
            listeners: { total: '42' },
            now_playing: { ...body.now_playing, song: 'Neon', played_at: 'yesterday' },
          }),
        )
      case 'huge-numbers':
        return sendJson(
          response,
          200,
          JSON.stringify({
            ...body,
            listeners: { total: 1e308, unique: -5, current: 0.5 },
            now_playing: { ...body.now_playing, duration: 1e300, played_at: -1e300 },
          }),
        )
      case 'hang-up':
        return void response.destroy()
    }
  }

  return {
    url,
    station: 'swade',
    media,
    requests: () => requests,
    strayRequests: () => strayRequests,
    play(song) {
      const { song: before, playNumber, playedAt, duration } = state
      state.history = [{ sh_id: playNumber, played_at: playedAt, duration, song: before }, ...state.history].slice(0, 5)
      Object.assign(state, {
        song: toSong(song),
        playNumber: playNumber + 1,
        playedAt: seconds(),
        duration: song.durationSeconds ?? 180,
      })
    },
    setListeners: (total) => void (state.listeners = total),
    setListenUrl: (listenUrl) => void (state.listenUrl = listenUrl),
    fail: (fault) => void (state.fault = fault),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    open: async () => void (await open(port)),
  }
}

const notFound = {
  code: 404,
  type: 'NotFoundException',
  message: 'Record not found.',
  formatted_message: 'Record not found.',
  success: false,
}

function toSong({
  artist,
  title,
  album = '',
  art = '',
}: {
  artist: string
  title: string
  album?: string
  art?: string
}): Song {
  const text = `${artist} - ${title}`
  return { id: Buffer.from(text).toString('hex').slice(0, 32), text, artist, title, album, genre: '', art }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(body)
}

/** Sends one byte per second without end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 1000)
  response.on('close', () => clearInterval(timer))
}

/** Sends a valid response that is too large. */
function pour(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = Buffer.alloc(64 * 1024, ' ')
  let left = bytes
  const more = () => {
    while (left > 0) {
      left -= piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end('{}')
  }
  more()
}
