import { MicrophoneRefused } from '../speech/microphone.ts'

/** Time limit for the agent's answer; its own client has none. */
const connectLimitMs = 15_000

type Devices = Pick<MediaDevices, 'getUserMedia'>

/**
 * Starts a session and aborts it when it takes too long or the visitor leaves. An aborted session releases its
 * microphone and connections even if the client has not returned a handle yet.
 *
 * @param start Starts the session; streams and sockets that it opens are tracked through the browser's functions.
 * @throws MicrophoneRefused if the microphone was denied, otherwise the original error.
 */
export async function connectWithin<Session extends { endSession(): Promise<void> }>(
  start: () => Promise<Session>,
  {
    signal,
    url,
    devices,
    limitMs = connectLimitMs,
  }: { signal: AbortSignal; url: string; devices: Devices; limitMs?: number },
): Promise<Session> {
  signal.throwIfAborted()
  const microphone = trackMicrophone(devices)
  const sockets = trackSockets(url)
  const session = start()
  let timer: ReturnType<typeof setTimeout> | undefined
  const loss = new Promise<never>((_done, lose) => {
    timer = setTimeout(() => lose(new Error('The agent did not answer in time.')), limitMs)
    signal.addEventListener('abort', () => lose(new Error('The visitor left before the agent answered.')), {
      once: true,
    })
  })
  try {
    return await Promise.race([session, loss])
  } catch (error) {
    microphone.release()
    sockets.close()
    void session.then((late) => late.endSession()).catch(() => undefined)
    throw microphone.refusals.has(error) ? new MicrophoneRefused(error) : error
  } finally {
    clearTimeout(timer)
    microphone.leave()
    sockets.leave()
  }
}

/** Tracks every stream opened from now on, including those that arrive after the release. */
function trackMicrophone(devices: Devices) {
  const streams: MediaStream[] = []
  const refusals = new Set<unknown>()
  let isLost = false
  const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())
  const original = devices.getUserMedia
  devices.getUserMedia = async (constraints) => {
    try {
      const stream = await original.call(devices, constraints)
      streams.push(stream)
      if (isLost) stop(stream)
      return stream
    } catch (error) {
      refusals.add(error)
      throw error
    }
  }
  return {
    refusals,
    release() {
      isLost = true
      streams.forEach(stop)
    },
    leave: () => void (devices.getUserMedia = original),
  }
}

/** Tracks the connections to an address that are opened from now on. */
function trackSockets(url: string) {
  const sockets: WebSocket[] = []
  const Original = globalThis.WebSocket
  globalThis.WebSocket = class extends Original {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      if (String(address).startsWith(url)) sockets.push(this)
    }
    // The client keeps sending audio until it detects that the socket is closed; the browser would log every chunk.
    override send(data: Parameters<WebSocket['send']>[0]) {
      if (this.readyState <= Original.OPEN) super.send(data)
    }
  }
  return {
    close: () => sockets.forEach((socket) => socket.close()),
    leave: () => void (globalThis.WebSocket = Original),
  }
}
