import { MicrophoneRefused } from './microphone.ts'

/** How long the agent may take to answer: its own client would wait for ever. */
export const connectLimitMs = 15_000

type Devices = Pick<MediaDevices, 'getUserMedia'>

/**
 * Begins a session that is given up when it takes too long or somebody leaves. Nothing of a lost one stays: the
 * microphone is let go of and the sockets is closed, though the client has not answered yet and so cannot be told to.
 *
 * @param start Begins it; what it opens meanwhile is seen through the browser's own functions.
 * @throws MicrophoneRefused when the microphone was the reason, otherwise whatever went wrong.
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

/** Knows every stream that is opened from now on, also one that arrives after all was let go of. */
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

/** Knows the connections to one address that are opened from now on. */
function trackSockets(url: string) {
  const sockets: WebSocket[] = []
  const Original = globalThis.WebSocket
  globalThis.WebSocket = class extends Original {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      if (String(address).startsWith(url)) sockets.push(this)
    }
    // The client's microphone speaks on until it has heard that the sockets is gone; the browser would complain of every
    // word.
    override send(data: Parameters<WebSocket['send']>[0]) {
      if (this.readyState <= Original.OPEN) super.send(data)
    }
  }
  return {
    close: () => sockets.forEach((socket) => socket.close()),
    leave: () => void (globalThis.WebSocket = Original),
  }
}
