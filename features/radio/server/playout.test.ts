import { expect, test } from 'vitest'
import { endsAtMs } from './plan.ts'
import { heartbeatMs } from './playout.ts'
import { testLibrary } from './test-recordings.ts'
import { createTestPlayout } from './test-station.ts'
import { manualTime } from './test-time.ts'
import { rotationLibrary } from './rotation-library.ts'

test('a playout that is started twice heartbeats once per interval, and not after it was stopped', async () => {
  const time = manualTime()
  const { playout, heartbeats } = createTestPlayout({ library: rotationLibrary([]), time })
  await playout.start()
  await playout.start()
  await time.pass(3 * heartbeatMs)
  expect(heartbeats()).toBe(1 + 3)
  await playout.stop()
  await time.pass(3 * heartbeatMs)
  expect(heartbeats()).toBe(1 + 3)
})

test('a play that the database reports while a file is measured is kept, and the plan continues after it', async () => {
  const time = manualTime()
  time.sleep(5000)
  const startsAtMs = time.nowMs() - 500
  const reported = {
    position: 7,
    recordingId: 'told',
    title: '',
    artist: '',
    startsAtMs,
    frameCount: 80,
    sampleRate: 44_100,
  }
  const whileMeasuring = async () => plan.last() ?? plan.adopt([reported], 7)
  const { plan, playout } = createTestPlayout({ library: rotationLibrary(await testLibrary()), time, whileMeasuring })
  await playout.extend()
  const [first, second] = plan.all()
  expect([first, plan.all().map(({ position }) => position)]).toEqual([reported, [7, 8, 9]])
  expect(second!.startsAtMs).toBe(endsAtMs(reported))
})
