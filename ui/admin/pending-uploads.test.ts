import { expect, test } from 'vitest'
import { createPendingUploads } from './pending-uploads.ts'

const button = { isConnected: true } as HTMLElement

test('a form sent during uploads is sent once, when the last of them has ended', () => {
  const uploads = createPendingUploads()
  expect(uploads.delay(button)).toBe(false)
  const [endFirst, endSecond] = [uploads.begin(), uploads.begin()]
  expect(uploads.delay(button)).toBe(true)
  endFirst(true)
  // An upload ends once, however often it reports its end.
  endFirst(true)
  expect([uploads.consumePressed(), uploads.isWaiting()]).toEqual([undefined, true])
  endSecond(true)
  expect(uploads.consumePressed()?.button).toBe(button)
  expect([uploads.consumePressed(), uploads.isWaiting()]).toEqual([undefined, false])
})

test('a form is not sent without a file whose upload failed, even if another upload succeeds', () => {
  const uploads = createPendingUploads()
  const [endFirst, endSecond] = [uploads.begin(), uploads.begin()]
  uploads.delay(button)
  expect(endFirst(false)).toBe(true)
  expect(endSecond(true)).toBe(false)
  expect([uploads.consumePressed(), uploads.isWaiting()]).toEqual([undefined, false])
})

test('a button that was removed in the meantime sends nothing, and the form no longer waits', () => {
  const uploads = createPendingUploads()
  const end = uploads.begin()
  uploads.delay({ isConnected: false } as HTMLElement)
  end(true)
  expect([uploads.consumePressed(), uploads.isWaiting()]).toEqual([undefined, false])
})

test('a waiting form notifies its bar, also when it no longer waits', () => {
  const uploads = createPendingUploads()
  const states: boolean[] = []
  uploads.subscribe(() => states.push(uploads.isWaiting()))
  const end = uploads.begin()
  uploads.delay(button)
  end(true)
  uploads.consumePressed()
  expect(states).toEqual([true, true, false])
})

test('the number of running uploads is reported, once per start and end', () => {
  const counts: number[] = []
  const uploads = createPendingUploads((running) => counts.push(running))
  const [endFirst, endSecond] = [uploads.begin(), uploads.begin()]
  endFirst(true)
  endFirst(false)
  endSecond(false)
  expect(counts).toEqual([1, 2, 1, 0])
})

test('a press that was forgotten sends nothing', () => {
  const uploads = createPendingUploads()
  const end = uploads.begin()
  uploads.delay(button)
  uploads.forget()
  expect(uploads.isWaiting()).toBe(false)
  end(true)
  expect(uploads.consumePressed()).toBeUndefined()
})
