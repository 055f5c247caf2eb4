import { expect, test } from 'vitest'
import { isEcho } from './echo.ts'

const spoken = 'Her voice was the first in the house. Él pasó nueve días en una cabina.'

test.each([
  ['her voice was the first', true],
  ['voice was their first in the house', true],
  ['el paso nueve dias', true],
  ['house', true],
  ['', true],
  ['…', true],
  ['stop', false],
  ['what is on the air', false],
  ['wait, who is the founder', false],
])('while the persona speaks, recognized %j counts as an echo: %j', (recognized, echo) =>
  expect(isEcho(recognized, spoken)).toBe(echo),
)

test('while the persona is silent, all recognized speech is the visitor’s', () =>
  expect(isEcho('house', '')).toBe(false))
