import { expect, test } from 'vitest'
import { endsAtMs, Plan, type Play } from './plan.ts'
import { FrameSequencer } from './frame-sequencer.ts'
import { AudioCache } from './audio-cache.ts'
import { StationClock } from './station-clock.ts'
import { testLibrary } from './test-recordings.ts'
import { TestListener } from './test-station.ts'
import { manualTime } from './test-time.ts'
import { Transmitter } from './transmitter.ts'

/** Creates a transmitter whose time moves only when the test moves it. */
async function stage({ frames = 200 } = {}) {
  const library = await testLibrary({ count: 2, frames })
  const time = manualTime()
  const clock = new StationClock(time.clock, time.steadyMs)
  const audioCache = new AudioCache({ log: { warn: () => {} }, nowMs: time.nowMs })
  await audioCache.retain(library)
  const plan = new Plan()
  let startsAtMs = time.nowMs() - 4000
  for (let position = 1; position < 200; position++) {
    const { id, title, artist } = library[position % 2]!
    const play: Play = { position, recordingId: id, title, artist, startsAtMs, frameCount: frames, sampleRate: 44_100 }
    plan.append(play)
    startsAtMs = endsAtMs(play)
  }
  const sequencer = new FrameSequencer({
    plan,
    soundFor: ({ recordingId }) => audioCache.find(recordingId),
    leadMs: 4000,
  })
  let ticks = 0
  const transmitter = new Transmitter({
    clock,
    time,
    sequencer,
    titleOf: ({ play }) => play.title,
    onTick: () => void (ticks += 1),
    onCount: () => {},
  })
  transmitter.start()
  const join = (line = new TestListener()) => {
    transmitter.add(line, { head: Buffer.alloc(0), wantsTitles: false })
    return line
  }
  const music = Buffer.concat(Array.from({ length: 40 }, (_, i) => audioCache.find(library[(i + 1) % 2]!.id)!.bytes))
  /** Measurement of a database clock that was set. */
  const setClock = (byMs: number) => clock.measure(clock.nowMs() + byMs, time.steadyMs(), time.steadyMs())
  return { transmitter, pass: time.pass, sleep: time.sleep, join, setClock, music, ticks: () => ticks }
}

test('all listeners get the same shared buffers: three seconds at once, then real time', async () => {
  const { transmitter, pass, join, music } = await stage()
  await pass(1000)
  const listeners = Array.from({ length: 30 }, () => join())
  expect(listeners.every((one) => Math.abs(one.seconds() - 3) < 0.15)).toBe(true)
  expect(new Set(listeners.map((one) => one.chunks.at(-1)!.buffer)).size).toBe(1)
  await pass(20_000)
  for (const one of listeners) {
    expect(Math.abs(one.seconds() - 23)).toBeLessThan(0.7)
    expect(music.includes(one.bytes())).toBe(true)
  }
  // Each listener gets a write every 400 ms, distributed over the ticks.
  expect(listeners[0]!.chunks.length).toBeLessThan(95)
  expect(transmitter.count()).toBe(30)
})

test('500 stuck listeners cost a fixed amount of memory, do not affect others, and are disconnected after half a minute', async () => {
  const { transmitter, pass, join, music } = await stage()
  await pass(1000)
  const stuck = Array.from({ length: 500 }, () => Object.assign(join(), { isStuck: true }))
  const quick = join()
  await pass(10_000)
  const waiting = () => stuck.map((one) => one.writableLength)
  const after10 = Math.max(...waiting())
  expect(after10).toBeLessThan(128 * 1024)
  const before = process.memoryUsage().arrayBuffers
  await pass(15_000)
  // The queues stopped growing, and their buffers are shared.
  expect(Math.max(...waiting())).toBe(after10)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6)
  expect(transmitter.count()).toBe(501)
  await pass(15_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(stuck.every((one) => one.destroyed)).toBe(true)
  expect(transmitter.count()).toBe(1)
  expect(music.includes(quick.bytes())).toBe(true)
})

test('a listener who resumes reading gets the present with a burst, in whole frames throughout', async () => {
  const { pass, join, music } = await stage()
  await pass(1000)
  const listener = join()
  await pass(2000)
  listener.isStuck = true
  await pass(20_000)
  const missedFrom = listener.chunks.length
  listener.letGo()
  await new Promise((resolve) => setImmediate(resolve))
  await pass(3000)
  const parts = listener.chunks.slice(missedFrom)
  // The queued bytes continue without a gap; then the stream jumps to the beginning of a frame.
  const jump = parts.findIndex(
    (_, i) => !music.includes(Buffer.concat([...listener.chunks.slice(0, missedFrom), ...parts.slice(0, i + 1)])),
  )
  expect(jump).toBeGreaterThan(0)
  const present = Buffer.concat(parts.slice(jump))
  expect(music.includes(present)).toBe(true)
  expect(present.readUInt16BE(0) & 0xffe0).toBe(0xffe0)
  expect(present.length / 16_000).toBeGreaterThan(5)
})

test('a listener who is late by less than the ring buffer loses nothing', async () => {
  const { pass, join, music } = await stage()
  await pass(1000)
  const listener = join()
  await pass(2000)
  listener.isStuck = true
  await pass(3000)
  listener.letGo()
  await new Promise((resolve) => setImmediate(resolve))
  await pass(3000)
  expect(music.includes(listener.bytes())).toBe(true)
  expect(listener.seconds()).toBeGreaterThan(10)
})

test('after a long sleep of the machine, the stream continues at the present', async () => {
  const { transmitter, pass, join, sleep } = await stage()
  await pass(1000)
  const listener = join()
  await pass(1000)
  const before = listener.bytes().length
  sleep(300_000)
  await pass(1000)
  expect(transmitter.isOnAir()).toBe(true)
  const after = listener.bytes().length - before
  expect(after / 16_000).toBeGreaterThan(0.4)
  expect(after / 16_000).toBeLessThan(6)
})

test('a clock set back by two minutes causes a jump in the audio, not silence', async () => {
  const { transmitter, pass, join, setClock } = await stage()
  await pass(150_000)
  const listener = join()
  await pass(1000)
  const before = listener.bytes().length
  setClock(-120_000)
  await pass(10_000)
  expect(transmitter.isOnAir()).toBe(true)
  // Ten seconds, plus another burst at most.
  const seconds = (listener.bytes().length - before) / 16_000
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(15)
  const late = join()
  expect(Math.abs(late.seconds() - 3)).toBeLessThan(0.15)
})

test('with nothing to play after the clock was set back, the station is off air, reports that, and writes nothing', async () => {
  const { transmitter, pass, join, setClock } = await stage()
  await pass(1000)
  const listener = join()
  setClock(-120_000)
  const writes = listener.chunks.length
  await pass(1000)
  expect(transmitter.isOnAir()).toBe(false)
  expect([transmitter.count(), listener.chunks.length]).toEqual([1, writes])
})

test('a timer that fires early has nothing to do yet', async () => {
  const { transmitter, pass, join, ticks } = await stage()
  const listener = join()
  await pass(1000)
  const before = [ticks(), listener.chunks.length]
  transmitter.tick()
  expect([ticks(), listener.chunks.length]).toEqual(before)
})

test('a listener whose connection is lost is removed once, and one that joins too late is not counted', async () => {
  const { transmitter, pass, sleep, join } = await stage()
  await pass(1000)
  const [gone] = [join(), join()]
  gone!.destroy()
  sleep(400)
  // The end is reported only after this turn of the event loop.
  transmitter.tick()
  expect(transmitter.count()).toBe(1)
  await pass(1000)
  expect(transmitter.count()).toBe(1)
  join(gone)
  expect(transmitter.count()).toBe(1)
})

test('a stopped transmitter sends nothing, even if it is started again', async () => {
  const { transmitter, pass, ticks } = await stage()
  await pass(1000)
  await transmitter.stop()
  const before = ticks()
  transmitter.start()
  await pass(1000)
  expect([transmitter.isOnAir(), ticks()]).toEqual([false, before])
})
