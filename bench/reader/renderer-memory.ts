import { readFileSync } from 'node:fs'
import type { PlainBrowser } from './plain-browser.ts'

/** Private memory in MB: what a process alone keeps from others, swapped out or not. */
export function privateMb(pid: number): number {
  const kilobytes = [
    ...readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^(?:Private_(?:Clean|Dirty)|SwapPss):\s+(\d+) kB/gm),
  ]
  return kilobytes.reduce((sum, [, value]) => sum + Number(value), 0) / 1024
}

/** Watches the processes of a browser with one page open. */
export class BrowserMemory {
  readonly #browser: PlainBrowser
  readonly #timer: NodeJS.Timeout
  /** Highest so far of the process that holds the page, and of it together with the one that draws for it. */
  rendererMb = 0
  withGpuMb = 0

  constructor(browser: PlainBrowser) {
    this.#browser = browser
    this.#timer = setInterval(() => void this.look(), 200)
  }

  /** Returns their current memory. */
  async look(): Promise<{ rendererMb: number; withGpuMb: number }> {
    const { processInfo } = await this.#browser.whole
      .send('SystemInfo.getProcessInfo')
      .catch(() => ({ processInfo: [] }))
    const processes = processInfo as { type: string; id: number }[]
    const of = (type: string) => processes.filter((one) => one.type === type).map(({ id }) => readOrGone(id))
    // An idle spare renderer is small beside the one with the page.
    const rendererMb = Math.max(0, ...of('renderer'))
    const withGpuMb = rendererMb + Math.max(0, ...of('GPU'))
    this.rendererMb = Math.max(this.rendererMb, rendererMb)
    this.withGpuMb = Math.max(this.withGpuMb, withGpuMb)
    return { rendererMb, withGpuMb }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

function readOrGone(pid: number): number {
  try {
    return privateMb(pid)
  } catch {
    return 0
  }
}
