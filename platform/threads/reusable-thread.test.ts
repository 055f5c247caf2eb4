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

test('one thread runs all tasks in order, also after a pause', async () => {
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
  'a task that does %s ends its thread, and the next task gets a new one',
  async (task, reason) => {
    const run = open()
    const [before, faulty, after] = await Promise.all([run('a'), run(task), run('b')])
    expect(before).toMatchObject({ ok: true })
    expect(faulty).toEqual({ ok: false, reason })
    expect(after).toEqual({ ok: true, result: { task: 'b', tasks: 1 } })
  },
  30_000,
)

test('short tasks do not add up to the limit of one task', async () => {
  const run = open()
  for (let time = 0; time < 300; time += 1) expect(await run('a')).toMatchObject({ ok: true })
})

test('an idle thread is ended, and a task is rejected when too many wait', async () => {
  holdRest()
  const run = open({ maxWaiting: 1, idleMs: 1_000 })
  const all = [run('a'), run('b'), run('c')]
  await expect(all[2]).rejects.toBeInstanceOf(QueueFullError)
  await Promise.all(all.slice(0, 2))
  vi.advanceTimersByTime(1_000)
  expect(await run('d')).toEqual({ ok: true, result: { task: 'd', tasks: 1 } })
})
