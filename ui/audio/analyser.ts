/** Number of bands of {@link Analyser.read}, low to high. */
const analyserBands = 8

const fftSize = 128
const smoothing = 0.8

/** First of the 64 bins of each band, and one past the last: bins are equally wide, ears are not. */
const edges = [0, 1, 2, 3, 5, 9, 16, 30, 56]

/** Events after which the context must follow the element, so that a playing element never has a suspended context. */
const elementEvents = ['play', 'playing', 'timeupdate', 'pause', 'ended', 'error', 'emptied']

/** Analyser of one media element's audio. */
type Analyser = {
  /** Call it inside the gesture that starts the sound, every time: a context that fell asleep wakes up there. */
  connect(element: HTMLMediaElement): void
  /** @returns Bytes 0–255 for each band; undefined while there is nothing to see. */
  read(): Uint8Array | undefined
  release(): void
}

/**
 * Creates an analyser. An element is routed through it only once its context runs, since all its audio then goes that
 * way; until then playback is unaffected.
 *
 * @see https://webaudio.github.io/web-audio-api/#createmediaelementsource
 */
export function createAnalyser(): Analyser {
  let context: AudioContext | undefined
  let node: AnalyserNode | undefined
  let bins: Uint8Array<ArrayBuffer> | undefined
  const bands = new Uint8Array(analyserBands)

  async function wake(element: HTMLMediaElement): Promise<void> {
    const own = (context ??= new AudioContext())
    // Also while it says it runs: it may be about to rest.
    await own.resume()
    if (node || own.state !== 'running') return
    const eye = new AnalyserNode(own, { fftSize, smoothingTimeConstant: smoothing })
    const source = own.createMediaElementSource(element)
    source.connect(eye).connect(own.destination)
    node = eye
    bins = new Uint8Array(eye.frequencyBinCount)
    const follow = () => followElement(own, element)
    // A call or another tab can put the context to sleep, and the sound with it.
    own.onstatechange = follow
    for (const event of elementEvents) element.addEventListener(event, follow)
    // It may have been paused while the context woke up.
    follow()
  }

  return {
    connect(element) {
      // Without a context, or one that will not run, the sound goes its direct way and the figure stays still.
      wake(element).catch(() => undefined)
    },
    read() {
      if (!node || !bins) return undefined
      node.getByteFrequencyData(bins)
      for (let band = 0; band < analyserBands; band += 1) {
        let loudest = 0
        for (let bin = edges[band]!; bin < edges[band + 1]!; bin += 1) loudest = Math.max(loudest, bins[bin]!)
        bands[band] = loudest
      }
      return bands
    },
    release() {
      context?.close().catch(() => undefined)
      context = node = undefined
    },
  }
}

/** A context that runs keeps the sound card and the processor awake: it rests while nothing plays. */
function followElement(context: AudioContext, element: HTMLMediaElement): void {
  if (context.state === 'closed') return
  const isSilent = element.paused || element.ended || element.error !== null
  const turned = isSilent ? context.suspend() : context.state === 'running' ? undefined : context.resume()
  turned?.catch(() => undefined)
}
