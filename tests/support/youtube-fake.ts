import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A fake YouTube with poster images on a local port and a fake player. */
export type YouTubeFake = {
  /** For `YOUTUBE_POSTER_BASE_URL`. */
  origin: string
  /** Paths of requested images. */
  requests: string[]
  /**
   * Replaces the real player on a page.
   *
   * @returns Requested URLs with referers.
   */
  play(page: Page): Promise<{ url: string; referer: string | undefined }[]>
  close(): Promise<void>
}

/** Ids of videos that fail with an error code; one never loads. */
export const failingVideos = {
  'Private-001': 100,
  'NoEmbed-001': 150,
  'NoReferer-1': 153,
  'NeverComes1': undefined,
} as const

/** Id of a video that resumes once by itself after being paused. */
export const selfResumingVideo = 'Restless-01'

const playerPage = (
  error: number | undefined,
  isRestless: boolean,
) => `<!doctype html><title>Player</title><button>Play</button><button>Pause</button><ul></ul><script>
let state = -1
let asked = false
let isRestless = ${isRestless}
const tell = (event, info) => parent.postMessage(JSON.stringify({ event, info, id: 1, channel: 'widget' }), '*')
const become = (next) => { state = next; tell('onStateChange', state) }
const note = (words) => document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: words }))
const [play, pause] = document.querySelectorAll('button')
play.onclick = () => become(1)
pause.onclick = () => become(2)
addEventListener('message', ({ data }) => {
  const { event, func } = JSON.parse(data)
  if (event === 'listening') {
    tell('onReady', null)
    // A repeated message must not restart the video.
    if (!asked) ${error === undefined ? 'become(1)' : `tell('onError', ${error})`}
    asked = true
    return
  }
  note(func)
  if (func === 'pauseVideo' && state === 1) {
    become(2)
    if (isRestless) setTimeout(() => become(1), 300)
    isRestless = false
  }
  if (func === 'playVideo' && state !== 1) become(1)
})
</script>`

export async function startYouTubeFake(): Promise<YouTubeFake> {
  const requests: string[] = []
  const poster = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#a04020' } })
    .jpeg()
    .toBuffer()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (!request.url?.includes('maxresdefault') || request.url.includes('Private'))
      return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(poster)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async play(page) {
      const seen: { url: string; referer: string | undefined }[] = []
      await page.route('https://www.youtube-nocookie.com/**', async (route) => {
        const url = route.request().url()
        seen.push({ url, referer: (await route.request().allHeaders()).referer })
        const id = /embed\/([\w-]{11})/.exec(url)?.[1] ?? ''
        if (id === 'NeverComes1') return
        const error = (failingVideos as Record<string, number | undefined>)[id]
        await route.fulfill({ contentType: 'text/html', body: playerPage(error, id === selfResumingVideo) })
      })
      return seen
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
