import { expect, test } from 'vitest'
import { RenderQueue } from './render-queue.ts'

test('tasks run up to the limit, wait in order up to another limit, and are rejected beyond it', async () => {
  const queue = new RenderQueue({ maxRunning: 2, maxWaiting: 2 })
  const started: number[] = []
  const finish: (() => void)[] = []
  const task = (name: number) =>
    queue.run(() => {
      started.push(name)
      return new Promise<number>((resolve) => finish.push(() => resolve(name)))
    })
  const taken = [task(0), task(1), task(2), task(3)]
  await expect(task(4)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
  expect(started).toEqual([0, 1])
  finish[1]?.()
  expect(await taken[1]).toBe(1)
  await expect.poll(() => started).toEqual([0, 1, 2])
  finish[0]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3])
  for (const end of finish) end()
  expect(await Promise.all(taken)).toEqual([0, 1, 2, 3])
})

test('a failed task frees its slot, too', async () => {
  const queue = new RenderQueue({ maxRunning: 1, maxWaiting: 0 })
  for (let index = 0; index < 3; index += 1)
    await expect(queue.run(() => Promise.reject(new Error('a slip')))).rejects.toThrow('a slip')
  expect(await queue.run(async () => 'here')).toBe('here')
})
