import { expect, test } from 'vitest'
import { createUploadGate } from './upload-gate.ts'

const button = {} as HTMLElement

test('a form that is sent during uploads is sent once, when the last of them has ended', () => {
  const gate = createUploadGate()
  expect(gate.hold(button)).toBe(false)
  const [endFirst, endSecond] = [gate.begin(), gate.begin()]
  expect(gate.hold(button)).toBe(true)
  endFirst(true)
  // An upload ends once, however often it says so.
  endFirst(true)
  expect([gate.takePressed(), gate.isWaiting()]).toEqual([undefined, true])
  endSecond(true)
  expect(gate.takePressed()?.button).toBe(button)
  expect([gate.takePressed(), gate.isWaiting()]).toEqual([undefined, false])
})

test('a form does not go without the file whose upload failed, even if another one succeeds', () => {
  const gate = createUploadGate()
  const [endFirst, endSecond] = [gate.begin(), gate.begin()]
  gate.hold(button)
  expect(endFirst(false)).toBe(true)
  expect(endSecond(true)).toBe(false)
  expect([gate.takePressed(), gate.isWaiting()]).toEqual([undefined, false])
})

test('a form that waits tells its bar so, and when it no longer does', () => {
  const gate = createUploadGate()
  const told: boolean[] = []
  gate.subscribe(() => told.push(gate.isWaiting()))
  const end = gate.begin()
  gate.hold(button)
  end(true)
  gate.takePressed()
  expect(told).toEqual([true, true, false])
})
