import { expect, test } from 'vitest'
import { mayRotate, type RotationState } from './rotation.ts'

const idle: RotationState = {
  itemCount: 18,
  paused: false,
  hovered: false,
  focusWithin: false,
  dialogOpen: false,
  hidden: false,
  reducedMotion: false,
}

test('an untouched carousel rotates', () => {
  expect(mayRotate(idle)).toBe(true)
})

test('three items do not rotate, four do', () => {
  expect(mayRotate({ ...idle, itemCount: 3 })).toBe(false)
  expect(mayRotate({ ...idle, itemCount: 4 })).toBe(true)
})

test.each(['paused', 'hovered', 'focusWithin', 'dialogOpen', 'hidden', 'reducedMotion'] as const)(
  'a carousel that is %s does not rotate',
  (reason) => {
    expect(mayRotate({ ...idle, [reason]: true })).toBe(false)
  },
)
