import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { HallView } from './hall-client.ts'
import { createVoiceClient } from './voice-client.ts'
import { createConnections } from './voice-connections.ts'

/** A fake connection of the browser, whose state the test sets. */
class FakeConnection extends EventTarget {
  static newest: FakeConnection
  connectionState = 'new'
  iceGatheringState = 'complete'
  localDescription = { sdp: 'v=0' }
  constructor() {
    super()
    FakeConnection.newest = this
  }
  addTransceiver() {
    return {}
  }
  getTransceivers() {
    return []
  }
  async setLocalDescription() {}
  close() {}
  become(state: string) {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
}

/** Creates a fake microphone that is granted when the test calls for it. */
function createMicrophones() {
  const grants: ((stream: object) => void)[] = []
  const getUserMedia = () => new Promise<object>((resolve) => void grants.push(resolve))
  return {
    getUserMedia,
    grant(index: number) {
      const track = Object.assign(new EventTarget(), { enabled: true, stop: vi.fn<() => void>() })
      grants[index]!({ getAudioTracks: () => [track] })
      return track
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
  vi.stubGlobal('RTCRtpReceiver', { getCapabilities: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a guest who is unreachable after three attempts is reachable again when a connection is made', async () => {
  const received: string[] = []
  const connections = createConnections({
    ownId: () => 'me',
    send: () => undefined,
    isNeeded: () => true,
    isAudible: () => true,
    onUnreachable: (id) => received.push(`${id} unreachable`),
    onReached: (id) => received.push(`${id} reached`),
  })
  const failThreeTimes = async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      FakeConnection.newest.become('failed')
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  connections.connect('one')
  await failThreeTimes()
  expect(received).toEqual(['one unreachable'])
  connections.connect('one')
  FakeConnection.newest.become('connected')
  expect(received).toEqual(['one unreachable', 'one reached'])
  await failThreeTimes()
  expect(received, 'and has three attempts again').toEqual(['one unreachable', 'one reached', 'one unreachable'])
  connections.connect('two')
  FakeConnection.newest.become('failed')
  const last = FakeConnection.newest
  connections.closeAll()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(FakeConnection.newest, 'no attempt after leaving').toBe(last)
})

test('a microphone that is granted after the visitor changed their mind is released', async () => {
  const microphones = createMicrophones()
  vi.stubGlobal('navigator', { mediaDevices: microphones })
  const sent: object[] = []
  const voice = createVoiceClient({
    hall: {
      view: createStore(() => ({ id: 'me', voices: { listening: [], speaking: [] } }) as unknown as HallView),
      say: (message) => void sent.push(message),
      listen: () => () => undefined,
    },
    sound: { source: { open() {}, turnOn() {}, turnOff() {}, close() {} }, duck() {} },
  })
  const first = voice.join()
  voice.leave()
  const second = voice.join()
  const late = microphones.grant(0)
  await first
  expect(late.stop, 'the first request').toHaveBeenCalled()
  const track = microphones.grant(1)
  await second
  expect(track.stop).not.toHaveBeenCalled()
  expect(track.enabled, 'muted').toBe(false)
  expect(sent.at(-1)).toEqual({ type: 'voice', isOn: true })
  voice.leave()
  expect(track.stop).toHaveBeenCalled()
})
