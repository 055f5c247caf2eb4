import type { BrowserContext, Page } from 'playwright-core'

/** State of the media elements of a page, which scripts create outside of the document. */
export type MediaReport = {
  /** URLs of playing elements: not paused, not ended, and advanced within the last half second. */
  audible: string[]
  /** Current time of the radio stream in seconds; 0 without one. */
  currentTime: number
  /** Decoded bytes of the stream. */
  decodedBytes: number
  /** Interrupting events of the stream element since the last reset. */
  breaks: string[]
  /** Maximum delay of the stream against wall-clock time since the last reset, in milliseconds. */
  worstGapMs: number
  /** Calls of `play()` with URL, time since navigation in milliseconds, and volume. */
  plays: { src: string; at: number; volume: number }[]
  /** Volume of the stream element, 0…1, and whether it is muted. */
  volume: number
  isMuted: boolean
}

/** Records the media elements of all pages of a context. */
export async function recordMedia(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: listening })
}

export function readMedia(page: Page): Promise<MediaReport> {
  return page.evaluate('ear.report()')
}

/** Resets the recorded interruptions and delays. */
export function resetGaps(page: Page): Promise<void> {
  return page.evaluate('ear.forget()')
}

/** Navigates client-side to any page. */
export function navigate(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => (globalThis as unknown as Router).__reactRouterDataRouter.navigate(to), address)
}
type Router = { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }

const listening = `
  window.ear = (() => {
    const elements = new Map()
    const plays = []
    const interrupting = ['pause', 'waiting', 'emptied', 'seeking', 'ended', 'error']
    let breaks = []
    let lead = { least: Infinity, most: -Infinity }
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      if (!elements.has(this)) {
        elements.set(this, { time: 0, movedAt: -Infinity })
        const note = ({ type }) => isStream(this) && breaks.push(type)
        for (const type of interrupting) this.addEventListener(type, note)
      }
      plays.push({ src: decodeURIComponent(this.src), at: performance.now(), volume: this.volume })
      return play.call(this)
    }
    const isStream = (element) => element.src.includes('stream') || element.src.includes('radio.mp3')
    const stream = () => [...elements.keys()].findLast(isStream)
    setInterval(() => {
      for (const [element, seen] of elements) {
        if (element.currentTime === seen.time) continue
        seen.time = element.currentTime
        seen.movedAt = performance.now()
        if (!isStream(element) || element.paused) continue
        const behind = performance.now() - element.currentTime * 1000
        lead = { least: Math.min(lead.least, behind), most: Math.max(lead.most, behind) }
      }
    }, 20)
    return {
      stream,
      forget: () => {
        breaks = []
        lead = { least: Infinity, most: -Infinity }
      },
      report: () => ({
        audible: [...elements].filter(([element, seen]) => !element.paused && !element.ended && performance.now() - seen.movedAt < 500).map(([element]) => decodeURIComponent(element.src)),
        currentTime: stream()?.currentTime ?? 0,
        decodedBytes: stream()?.webkitAudioDecodedByteCount ?? 0,
        breaks,
        worstGapMs: Math.max(0, lead.most - lead.least),
        plays,
        volume: stream()?.volume ?? 1,
        isMuted: stream()?.muted ?? false,
      }),
    }
  })()
`
