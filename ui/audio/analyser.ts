/** Number of bands of {@link Analyser.read}, low to high. */
const analyserBands = 8

const fftSize = 128
const smoothing = 0.8

/**
 * First bin of each band, out of 64, and the end of the last band. Bins are equally wide, but hearing is logarithmic.
 */
const edges = [0, 1, 2, 3, 5, 9, 16, 30, 56]

/** Events after which the context must follow the element, so that a playing element never has a suspended context. */
const elementEvents = ['play', 'playing', 'timeupdate', 'pause', 'ended', 'error', 'emptied']

/** Analyser of one media element's audio. */
type Analyser = {
  /** Call it inside the user gesture that starts the sound, every time, because it also resumes a suspended context. */
  connect(element: HTMLMediaElement): void
  /** @returns Bytes 0–255 for each band; undefined while no levels are available. */
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
    // Resumes even in the state `running`, because the context may be about to be suspended.
    await own.resume()
    if (node || own.state !== 'running') return
    const eye = new AnalyserNode(own, { fftSize, smoothingTimeConstant: smoothing })
    const source = own.createMediaElementSource(element)
    source.connect(eye).connect(own.destination)
    node = eye
    bins = new Uint8Array(eye.frequencyBinCount)
    const follow = () => followElement(own, element)
    // A phone call or another tab can suspend the context, which also silences the sound.
    own.onstatechange = follow
    for (const event of elementEvents) element.addEventListener(event, follow)
    // The element may have been paused while the context was resuming.
    follow()
  }

  return {
    connect(element) {
      // Without a running context, the sound bypasses the analyser and the figure does not move.
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

/** A running context keeps the sound card and the processor awake, so it is suspended while nothing plays. */
function followElement(context: AudioContext, element: HTMLMediaElement): void {
  if (context.state === 'closed') return
  const isSilent = element.paused || element.ended || element.error !== null
  const turned = isSilent ? context.suspend() : context.state === 'running' ? undefined : context.resume()
  turned?.catch(() => undefined)
}
