import { expect, test } from 'vitest'
import { MicrophoneRefused } from '../speech/microphone.ts'
import { connectWithin } from './connect.ts'

const url = 'ws://agent.example/talk'

/** Creates a fake microphone that records which streams were stopped. */
function microphone() {
  const streams: { isStopped: boolean }[] = []
  const getUserMedia = async () => {
    const stream = { isStopped: false, getTracks: () => [{ stop: () => (stream.isStopped = true) }] }
    streams.push(stream)
    return stream as unknown as MediaStream
  }
  return { streams, devices: { getUserMedia }, getUserMedia }
}

const session = () => {
  const made = { isEnded: false, endSession: async () => void (made.isEnded = true) }
  return made
}

test('an agent that does not answer times out, and the microphone is released', async () => {
  const { devices, streams, getUserMedia } = microphone()
  const start = async () => {
    await devices.getUserMedia()
    return new Promise<ReturnType<typeof session>>(() => undefined)
  }
  const { signal } = new AbortController()
  await expect(connectWithin(start, { signal, url, devices, limitMs: 30 })).rejects.toThrow('did not answer in time')
  expect(streams.map(({ isStopped }) => isStopped)).toEqual([true])
  expect(devices.getUserMedia).toBe(getUserMedia)
})

test('after the visitor leaves, streams and sessions that arrive late are closed', async () => {
  const { devices, streams } = microphone()
  const late = session()
  const allowed = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const { getUserMedia } = devices
  devices.getUserMedia = async () => allowed.promise.then(getUserMedia)
  const start = async () => {
    await devices.getUserMedia()
    await answered.promise
    return late
  }
  const leaving = new AbortController()
  const begun = connectWithin(start, { signal: leaving.signal, url, devices })
  leaving.abort()
  await expect(begun).rejects.toThrow('The visitor left')
  allowed.resolve()
  answered.resolve()
  await new Promise((done) => setTimeout(done, 20))
  expect(streams.map(({ isStopped }) => isStopped)).toEqual([true])
  expect(late.isEnded).toBe(true)
  await expect(connectWithin(start, { signal: leaving.signal, url, devices })).rejects.toThrow('aborted')
  expect(streams).toHaveLength(1)
})

test('an aborted connection closes its socket, and a started call keeps it', async () => {
  const Before = globalThis.WebSocket
  const opened: { address: string; isClosed: boolean }[] = []
  class Line {
    isClosed = false
    readonly address: string
    constructor(address: string) {
      this.address = address
      opened.push(this)
    }
    close() {
      this.isClosed = true
    }
  }
  globalThis.WebSocket = Line as unknown as typeof WebSocket
  try {
    const { devices, streams } = microphone()
    const { signal } = new AbortController()
    const start = async (answer: Promise<ReturnType<typeof session>>) => {
      await devices.getUserMedia()
      for (const address of [`${url}?source=x`, 'ws://another.example']) new WebSocket(address)
      return answer
    }
    const made = session()
    expect(await connectWithin(() => start(Promise.resolve(made)), { signal, url, devices })).toBe(made)
    const never = new Promise<typeof made>(() => undefined)
    await expect(connectWithin(() => start(never), { signal, url, devices, limitMs: 30 })).rejects.toThrow(
      'did not answer in time',
    )
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([false, false, true, false])
    expect(streams.map(({ isStopped }) => isStopped)).toEqual([false, true])
    expect(globalThis.WebSocket).toBe(Line)
  } finally {
    globalThis.WebSocket = Before
  }
})

test('audio sent after the socket is closed is dropped silently', async () => {
  const Before = globalThis.WebSocket
  const sent: unknown[] = []
  class Line {
    static readonly OPEN = 1
    readyState = 1
    send(data: unknown) {
      if (this.readyState !== 1) throw new Error('WebSocket is already in CLOSING or CLOSED state.')
      sent.push(data)
    }
  }
  globalThis.WebSocket = Line as unknown as typeof WebSocket
  try {
    let line: Line | undefined
    const start = async () => {
      line = new WebSocket(url) as unknown as Line
      return session()
    }
    await connectWithin(start, { signal: new AbortController().signal, url, devices: microphone().devices })
    line!.send('heard')
    for (const state of [2, 3]) {
      line!.readyState = state
      line!.send('too late')
    }
    expect(sent).toEqual(['heard'])
  } finally {
    globalThis.WebSocket = Before
  }
})

test('a denied microphone gets its own error; other errors are unchanged', async () => {
  const busy = new DOMException('busy', 'NotReadableError')
  const devices = { getUserMedia: () => Promise.reject(busy) }
  const { signal } = new AbortController()
  const refused = connectWithin(
    async () => {
      await devices.getUserMedia()
      return session()
    },
    { signal, url, devices },
  )
  await expect(refused).rejects.toThrow('in-use')
  await expect(refused).rejects.toBeInstanceOf(MicrophoneRefused)
  const silent = new DOMException('no sound without a press', 'NotAllowedError')
  await expect(
    connectWithin(() => Promise.reject<ReturnType<typeof session>>(silent), { signal, url, devices }),
  ).rejects.toBe(silent)
})
