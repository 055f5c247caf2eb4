import type { Page } from 'playwright-core'
import { now } from './throttled-connection.ts'
import { pictureOf, readPages, type SeenPage } from './page-code.ts'

/** A sight of a page: when its picture left the compositor (ms of the epoch). */
export type Sight = SeenPage & { at: number }

type Frame = { at: number; data: string }

/** Letters in black cover more than this share of a page of text; a placeholder or a blurred picture of it does not. */
const leastInk = 0.03
const lookEveryMs = 100

/**
 * Watches the window as a person does. Chromium sends a picture of every frame it composes with the frame's time; a
 * page is visible in the first one that shows its number and black letters below. Nobody's elements or events are
 * asked.
 */
export async function openEye(page: Page) {
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
    /** Waits until a page is to be seen. @throws Error after `limitMs`. */
    async seePage(number: number, limitMs: number): Promise<Sight> {
      for (const until = now() + limitMs; now() < until; await page.waitForTimeout(lookEveryMs)) {
        const looked = frames
        // What comes while this look lasts is for the next.
        frames = []
        const newest = looked.at(-1)
        if (!newest || !(await find(newest, number))) continue
        // Frames since the last look wait in a row; the first that shows the page counts.
        for (const frame of looked) {
          const sight = await find(frame, number)
          if (sight) return { ...sight, at: frame.at }
        }
      }
      throw new Error(`page ${number} was not to be seen within ${limitMs} ms`)
    },
    /** Forgets what it saw. */
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
