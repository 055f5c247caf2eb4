import type { Page } from 'playwright-core'
import { now } from './throttled-connection.ts'
import { pictureOf, readPages, type SeenPage } from './page-code.ts'

/** A visible page, with the time at which its frame left the compositor (ms of the epoch). */
export type VisiblePage = SeenPage & { at: number }

type Frame = { at: number; data: string }

/** Letters in black cover more than this share of a page of text; a placeholder or a blurred picture of it does not. */
const leastInk = 0.03
const sampleEveryMs = 100

/**
 * Watches the rendered window. Chromium sends an image of every composed frame with its time. A page is visible in the
 * first frame that shows its number and black text below, independent of the reader's elements or events.
 */
export async function createVisibilityProbe(page: Page) {
  const session = await page.context().newCDPSession(page)
  let frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? now() / 1000) * 1000, data })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  const { width, height } = page.viewportSize()!
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 80,
    maxWidth: width,
    maxHeight: height,
    everyNthFrame: 1,
  })
  return {
    /**
     * Waits until a page is visible.
     *
     * @throws Error after `limitMs`.
     */
    async seePage(number: number, limitMs: number): Promise<VisiblePage> {
      for (const until = now() + limitMs; now() < until; await page.waitForTimeout(sampleEveryMs)) {
        const samples = frames
        // What comes while this look lasts is for the next.
        frames = []
        const newest = samples.at(-1)
        if (!newest || !(await find(newest, number))) continue
        // Frames since the last look wait in a row; the first that shows the page counts.
        for (const frame of samples) {
          const sight = await find(frame, number)
          if (sight) return { ...sight, at: frame.at }
        }
      }
      throw new Error(`page ${number} was not visible within ${limitMs} ms`)
    },
    /** Discards earlier frames. */
    blink: () => void (frames = []),
    close: async () => {
      await session.send('Page.stopScreencast').catch(() => undefined)
      await session.detach().catch(() => undefined)
    },
  }
}

async function find(frame: Frame, number: number): Promise<SeenPage | undefined> {
  const pages = readPages(await pictureOf(Buffer.from(frame.data, 'base64')))
  return pages.find(({ page, ink }) => page === number && ink > leastInk)
}
