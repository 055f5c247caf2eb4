import type { BrowserContext, Page } from 'playwright-core'

/** What a page's media elements do; they are made by script and are not part of the page. */
export type MediaReport = {
  /**
   * Addresses of what sounds at this moment: not paused, not ended, and its clock has moved within the last half
   * second.
   */
  audible: string[]
  /** The element's clock of the radio's stream, seconds; 0 when there is none. */
  currentTime: number
  /** Bytes of the stream that became sound. */
  decodedBytes: number
  /**
   * What interrupted the stream's element since `forget`: it was paused, emptied or sought in, or had nothing left to
   * play.
   */
  breaks: string[]
  /**
   * How far the stream's clock fell behind the wall clock at worst since `forget`, ms; a busy machine alone makes it
   * grow.
   */
  worstGapMs: number
  /** Every call of `play()`: what, when (ms of the page's life), how loud. */
  plays: { src: string; at: number; volume: number }[]
  /** Volume of the stream's element, 0…1, and whether it is muted. */
  volume: number
  isMuted: boolean
}

/** Lets a test hear what every page of a context plays. */
export async function recordMedia(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: listening })
}

export function readMedia(page: Page): Promise<MediaReport> {
  return page.evaluate('ear.report()')
}

/** From here on breaks and gaps are counted anew. */
export function resetGaps(page: Page): Promise<void> {
  return page.evaluate('ear.forget()')
}

/** Goes to another page of the site as a link does, also where no link leads. */
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
