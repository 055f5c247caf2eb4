import { expect, onTestFinished, test, vi } from 'vitest'
import { createReusableThread } from './reusable-thread.ts'
import { QueueFullError } from './work-queue.ts'

const file = new URL('./test-thread-worker.ts', import.meta.url)
const limits = { cpuMs: 300, timeoutMs: 20_000, heapMegabytes: 32 }
const open = (options: { maxWaiting?: number; idleMs?: number } = {}) =>
  createReusableThread<string, { task: string; tasks: number }>(file, limits, { maxWaiting: 20, ...options })

/** From here on the test determines the idle time of threads; their CPU time is measured as usual. */
function holdRest() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('one thread does all pieces of work, in the order they came, also after a rest', async () => {
  holdRest()
  const run = open({ idleMs: 1_000 })
  const answers = await Promise.all(['a', 'b', 'c'].map(run))
  vi.advanceTimersByTime(999)
  answers.push(await run('d'))
  expect(answers).toEqual(['a', 'b', 'c', 'd'].map((task, index) => ({ ok: true, result: { task, tasks: index + 1 } })))
})

test.each([
  ['for-ever', 'too-costly'],
  ['memory', 'too-costly'],
  ['throw', 'failed'],
  ['leave', 'failed'],
])(
  'work that does %s ends its thread, and the next piece has a new one',
  async (task, reason) => {
    const run = open()
    const [before, faulty, after] = await Promise.all([run('a'), run(task), run('b')])
    expect(before).toMatchObject({ ok: true })
    expect(faulty).toEqual({ ok: false, reason })
    expect(after).toEqual({ ok: true, result: { task: 'b', tasks: 1 } })
  },
  30_000,
)

test('short pieces of work do not add up to a costly one', async () => {
  const run = open()
  for (let time = 0; time < 300; time += 1) expect(await run('a')).toMatchObject({ ok: true })
})

test('a thread without work is let go, and who comes while too many wait is refused', async () => {
  holdRest()
  const run = open({ maxWaiting: 1, idleMs: 1_000 })
  const all = [run('a'), run('b'), run('c')]
  await expect(all[2]).rejects.toBeInstanceOf(QueueFullError)
  await Promise.all(all.slice(0, 2))
  vi.advanceTimersByTime(1_000)
  expect(await run('d')).toEqual({ ok: true, result: { task: 'd', tasks: 1 } })
})
