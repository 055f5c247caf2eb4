import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnalyser } from './analyser.ts'

/** Fake of the audio context of a browser without a sound card, which resumes and suspends asynchronously. */
class ContextInHand {
  state: AudioContextState = 'suspended'
  onstatechange: (() => void) | undefined
  destination = {}
  refuses = false
  resume() {
    return this.turn('running')
  }
  suspend() {
    return this.turn('suspended')
  }
  close() {
    return this.turn('closed')
  }
  createMediaElementSource() {
    return { connect: (node: object) => node }
  }
  private async turn(state: AudioContextState) {
    await Promise.resolve()
    if (this.refuses || this.state === 'closed') throw new DOMException('No.', 'InvalidStateError')
    if (this.state === state) return
    this.state = state
    this.onstatechange?.()
  }
}

class ElementInHand extends EventTarget {
  paused = true
  ended = false
  error: object | null = null
  async happen(type: string, change: Partial<Pick<ElementInHand, 'paused' | 'ended' | 'error'>>) {
    Object.assign(this, change)
    this.dispatchEvent(new Event(type))
    await settled()
  }
}

const settled = () => new Promise((done) => setTimeout(done))

let context: ContextInHand
beforeEach(() => {
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        return (context = new ContextInHand())
      }
    },
  )
  vi.stubGlobal(
    'AnalyserNode',
    class {
      frequencyBinCount = 64
      connect = (node: object) => node
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Starts playback in the order of a player: the analyser first, then the sound, within one user gesture. */
async function play(element: ElementInHand, analyser = createAnalyser()) {
  analyser.connect(element as unknown as HTMLMediaElement)
  await element.happen('play', { paused: false, ended: false, error: null })
  return analyser
}

test.each([
  ['is paused', 'pause', { paused: true }],
  ['ends', 'ended', { ended: true }],
  ['breaks', 'error', { error: {} }],
] as const)('the context is suspended when the sound %s, and resumes with it', async (_how, type, change) => {
  const element = new ElementInHand()
  const analyser = await play(element)
  expect(context.state).toBe('running')
  await element.happen(type, change)
  expect(context.state).toBe('suspended')
  await play(element, analyser)
  expect(context.state).toBe('running')
})

test('a pause that is canceled before its event arrives does not suspend the context', async () => {
  const element = new ElementInHand()
  await play(element)
  await element.happen('pause', { paused: false })
  expect(context.state).toBe('running')
})

test('a context that is suspended while its sound plays is resumed by playback progress', async () => {
  const element = new ElementInHand()
  await play(element)
  context.refuses = true
  context.state = 'suspended'
  await element.happen('timeupdate', {})
  expect(context.state).toBe('suspended')
  context.refuses = false
  await element.happen('timeupdate', {})
  expect(context.state).toBe('running')
})

test('a sound that was paused before the context resumed leaves it suspended', async () => {
  const element = new ElementInHand()
  createAnalyser().connect(element as unknown as HTMLMediaElement)
  await settled()
  expect(context.state).toBe('suspended')
})

test.each([
  ['does not exist', undefined],
  [
    'breaks',
    class {
      constructor() {
        throw new Error('no hardware')
      }
    },
  ],
  [
    'never resumes',
    class extends ContextInHand {
      override resume = () => new Promise<never>(() => {})
      override createMediaElementSource = (): never => {
        throw new Error('a context that sleeps has the sound')
      }
    },
  ],
])('the sound plays directly, without analysis, when the context %s', async (_how, AudioContext) => {
  vi.stubGlobal('AudioContext', AudioContext)
  const analyser = await play(new ElementInHand())
  expect(analyser.read()).toBeUndefined()
  analyser.release()
})

test('a released context is not changed', async () => {
  const element = new ElementInHand()
  const analyser = await play(element)
  analyser.release()
  await settled()
  await element.happen('pause', { paused: true })
  expect(context.state).toBe('closed')
})
